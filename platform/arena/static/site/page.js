/** On every page: the switch between light, dark and the system's choice; times in the reader's zone; countdowns. */

const root = document.documentElement;
const MINUTE = 60, HOUR = 3600, DAY = 86400;

function chosen() {
  return root.dataset.theme ?? "system";
}

function choose(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("site.theme");
    else localStorage.setItem("site.theme", theme);
  } catch { /* kept for this page only */ }
  mark();
}

function mark() {
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosen()));
  }
}

const language = root.lang === "en" ? "en-GB" : root.lang;
const FORMS = {
  day: new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  short: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
};

/** `<time data-local="day|short">`: the server writes UTC, which stays where there are no scripts. */
function localise(within) {
  for (const time of within.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    const text = FORMS[time.dataset.local].format(date);
    if (time.textContent !== text) {
      time.title ||= time.textContent.trim();
      time.textContent = text;
    }
  }
}

/** `<ul data-until="…">` with four `<b>`: days, hours, minutes, seconds. */
function tick() {
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, (new Date(place.dataset.until) - Date.now()) / 1000);
    const parts = [left / DAY, (left % DAY) / HOUR, (left % HOUR) / MINUTE, left % MINUTE].map(Math.floor);
    place.querySelectorAll("b").forEach((digit, at) => { digit.textContent = String(parts[at]).padStart(2, "0"); });
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-theme-choice]");
  if (button) choose(button.dataset.themeChoice);
});
document.addEventListener("htmx:afterSettle", () => localise(document));
mark();
localise(document);
if (document.querySelector("[data-until]")) {
  tick();
  setInterval(tick, 1000);
}
