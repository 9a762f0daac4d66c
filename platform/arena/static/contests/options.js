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
