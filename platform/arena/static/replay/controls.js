/** Buttons, slider, speed and keys: everything that chooses a step. */

export class Controls {
  /** @param root the toolbar; @param viewer has `step`, `last`, `show(step)`, `deal(±1)`, `game(±1)`, `perspective()`. */
  constructor(root, viewer) {
    this.viewer = viewer;
    this.timer = null;
    this.slider = root.querySelector("input[type=range]");
    this.speed = root.querySelector("select[name=speed]");
    this.toggle = root.querySelector("[data-do=play]");
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.run(button.dataset.do);
    });
    this.slider.addEventListener("input", () => {
      this.pause();
      viewer.show(Number(this.slider.value));
    });
    this.speed.addEventListener("change", () => this.timer && this.play());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  run(what) {
    const { viewer } = this;
    if (what === "play") return this.timer ? this.pause() : this.play();
    this.pause();
    const steps = { first: 0, last: viewer.last, back: viewer.step - 1, forward: viewer.step + 1 };
    if (what in steps) viewer.show(steps[what]);
    if (what === "deal-back") viewer.deal(-1);
    if (what === "deal-forward") viewer.deal(1);
    if (what === "game-back") viewer.game(-1);
    if (what === "game-forward") viewer.game(1);
    if (what === "perspective") viewer.perspective();
    return undefined;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea, input:not([type=checkbox])")) return;
    if (event.key === " " && event.target.closest("button, a, summary, input")) return;
    const name = (event.shiftKey && event.key.startsWith("Arrow") ? "Shift" : "") + event.key;
    const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", PageUp: "deal-back",
      PageDown: "deal-forward", ShiftArrowLeft: "game-back", ShiftArrowRight: "game-forward", v: "perspective" };
    if (!(name in keys)) return;
    event.preventDefault();
    this.run(keys[name]);
  }

  play() {
    clearInterval(this.timer);
    if (this.viewer.step >= this.viewer.last) this.viewer.show(0);
    this.timer = setInterval(() => {
      this.viewer.show(this.viewer.step + 1);
      if (this.viewer.step >= this.viewer.last) this.pause();
    }, 1200 / Number(this.speed.value));
    this.playing(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playing(false);
  }

  playing(yes) {
    this.toggle.classList.toggle("on", yes);
    this.toggle.setAttribute("aria-label", yes ? "Pause" : "Play");
  }

  /** Show where the viewer stands. */
  update(step, last, text) {
    this.slider.max = last;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `step ${step + 1} of ${last + 1}: ${text}`);
  }
}
