import { install } from "/static/table/messages.js";
import { Table } from "/static/table/table.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
install(json("table-messages"));
const { match, frames } = json("demo");
const tables = [...document.querySelectorAll("[data-table]")].map((root) => new Table(root, match));
const seats = match.names.map((_, at) => at);
for (const table of tables) table.load(frames.slice(0, 1), { seats });
let next = 1;
addEventListener("click", () => {
  if (next < frames.length) for (const table of tables) table.append(frames[next]);
  next += 1;
});
