// What scripts of the page may rely on besides the browser.

/** The templates say which elements there are, and what each is. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  getElementById(id: string): any;
}

interface EventTarget {
  [name: string]: any;
}

/** Set by static/engine.js. */
declare const boardCatalogue: typeof import("../../engine/browser/index.js");

/** Set by the first script of a page; data of a site call its functions. */
declare var catalogue: Record<string, any>;
