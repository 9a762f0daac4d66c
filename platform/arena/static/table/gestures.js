/** Keys, and fingers on the felt: a swipe is a step, a tap on either side is one too. */

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", PageUp: "deal-back", PageDown: "deal-forward",
  ShiftArrowLeft: "game-back", ShiftArrowRight: "game-forward", v: "view", f: "fullscreen", b: "best", h: "hide" };

/** Run what a key stands for. Left and right follow the reading direction. */
export function keys(root, run) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea, input:not([type=checkbox]), [role=tablist]")) return;
    if (event.key === " " && event.target.closest("button, a, summary, input")) return;
    let name = (event.shiftKey && event.key.startsWith("Arrow") ? "Shift" : "") + event.key;
    if (getComputedStyle(root).direction === "rtl") name = name.replace(/Arrow(Left|Right)/, (_, side) => `Arrow${side === "Left" ? "Right" : "Left"}`);
    if (!Object.hasOwn(KEYS, name)) return;
    event.preventDefault();
    run(KEYS[name]);
  });
}

/** Swipe towards the start of a line for the next step, as one turns a page; tap the outer thirds. */
export function touch(felt, run) {
  let start = null;
  felt.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.pointerType !== "mouse" && !event.target.closest("button, a") ? { x: event.clientX, y: event.clientY, time: event.timeStamp } : null;
  });
  felt.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const rtl = getComputedStyle(felt).direction === "rtl" ? -1 : 1;
    if (Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) run(x * rtl < 0 ? "forward" : "back");
    else if (Math.hypot(x, y) < 10 && event.timeStamp - start.time < 400) {
      const box = felt.getBoundingClientRect();
      const at = (event.clientX - box.left) / box.width;
      if (at < 1 / 3) run(rtl > 0 ? "back" : "forward");
      else if (at > 2 / 3) run(rtl > 0 ? "forward" : "back");
    }
    start = null;
  });
  felt.addEventListener("pointercancel", () => { start = null; });
}
