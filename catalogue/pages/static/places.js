// Where the pages are. The first script of every page: it makes the object in which scripts without modules find each other.

// The folder that has all pages: of the server, or of a site of plain files.
export const root = new URL("..", document.currentScript.src);

// Where a puzzle is played: an address such as /play?board=12, which a site of plain files has in a file.
export function address(path) {
  const { site } = document.documentElement.dataset;
  return new URL(site ? path.replace(/^\/play/, "play.html") : path, root).href;
}
