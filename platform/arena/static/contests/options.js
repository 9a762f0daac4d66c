/** The form of a new tournament shows the options of the chosen game alone, and sends no others. Without this script
 * there are those of every game, each under its name. */

const rules = document.querySelector("select[name=rules]");

function choose() {
  for (const options of document.querySelectorAll("[data-options-of]")) {
    options.hidden = options.disabled = !rules.value.startsWith(`${options.dataset.optionsOf}/`);
  }
}

rules.addEventListener("change", choose);
window.addEventListener("pageshow", choose); // going back restores what was chosen, after this script has run
choose();

// Times of the schedule are the reader's: without this script they are UTC, as the legend says.
const zone = document.querySelector("[data-time-zone]");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && own) {
  zone.value ||= own;
  document.querySelector("[data-schedule]").textContent = `Schedule, in your time zone (${zone.value})`;
}
