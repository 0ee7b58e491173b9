// The page of a list of a site without a server.

"use strict";

{
  const { showPlayed } = catalogue.played;
  const { stayPlayable } = catalogue.offline;

  showPlayed();
  stayPlayable();
}
