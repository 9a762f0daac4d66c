/** Before the game: the page shows itself again when somebody sits down, or when the game begins. */

const root = document.querySelector("[data-waiting]");

async function look() {
  try {
    const answer = await fetch(root.dataset.news);
    const now = answer.ok ? await answer.json() : null;
    if (now && String(now.version) !== root.dataset.waiting) location.reload();
  } catch { /* the network is away */ }
}

setInterval(() => document.hidden || look(), 1500);
