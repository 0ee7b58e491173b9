// On a phone all rules with their search are a sheet from below, so that the board stays in sight while none is chosen.

const element = (id) => document.getElementById(id);
const PHONE = matchMedia("(max-width: 59.99rem)"); // as in static/set.css

export class Sheet {
  /** `onclose` comes when the rules are back in their place. */
  constructor(onclose) {
    this.dialog = element("sheet");
    element("close-sheet").addEventListener("click", () => this.close());
    this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.close()); // beside it
    this.dialog.addEventListener("close", () => {
      element("all-tools").before(element("finder"));
      element("search").value = "";
      onclose();
    });
    PHONE.addEventListener("change", () => this.close());
  }

  get isPhone() {
    return PHONE.matches;
  }

  open() {
    this.dialog.append(element("finder"));
    this.dialog.showModal();
  }

  /** Returns whether it was open; the focus goes back to where it was. */
  close() {
    const { open } = this.dialog;
    if (open) this.dialog.close();
    return open;
  }
}
