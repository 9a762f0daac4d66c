/** The leaderboard's switch: house bots shown or hidden, remembered in this browser. Places stay those of all bots. */

const box = document.querySelector("[data-house-bots]");

function show(shown) {
  for (const row of document.querySelectorAll("tr[data-house]")) row.hidden = !shown;
}

if (box) {
  try {
    box.checked = localStorage.getItem("site.house-bots") !== "hidden";
  } catch { /* nothing is kept in a private window */ }
  show(box.checked);
  box.addEventListener("change", () => {
    show(box.checked);
    try {
      localStorage.setItem("site.house-bots", box.checked ? "shown" : "hidden");
    } catch { /* for this page only */ }
  });
}
