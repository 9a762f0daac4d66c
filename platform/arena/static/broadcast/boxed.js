/** Every broadcast table in a box of the page. */

import { install } from "../table/messages.js";
import * as prefs from "../table/prefs.js";
import { Live } from "./live.js";

const roots = document.querySelectorAll("[data-table=broadcast]");
if (roots.length) {
  install(JSON.parse(document.getElementById("table-messages").textContent));
  prefs.showColours();
  for (const root of roots) new Live(root, root.closest(".on-air") ?? root);
}
