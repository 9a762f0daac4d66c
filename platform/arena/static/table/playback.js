/** Playing by itself: a step after the other at the reader's speed, a little longer where a trick is complete. */

const STEP = 1150; // milliseconds at speed 1
export const SPEEDS = [1, 2, 4, 0.5];

export class Playback {
  /** @param onEnd is called when the last step has been shown; @param onChange when playing begins or ends. */
  constructor(table, { onEnd = () => {}, onChange = () => {} } = {}) {
    Object.assign(this, { table, onEnd, onChange, timer: null, speed: 1 });
    table.root.addEventListener("table:grab", () => this.pause());
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.table.step >= this.table.last) this.table.show(0, { jump: true });
    this.wait();
    this.onChange(true);
  }

  wait() {
    clearTimeout(this.timer);
    const { kind } = this.table.frame;
    const factor = { follow: 1.5, end: 2.2, deal: 1.3, fault: 2 }[kind] ?? 1;
    this.timer = setTimeout(() => this.tick(), (STEP * factor) / this.speed);
  }

  tick() {
    const step = this.table.next(1);
    if (step !== this.table.step) this.table.show(step);
    if (this.table.step < this.table.last) return this.wait();
    this.pause();
    return this.onEnd();
  }

  pause() {
    const was = this.playing;
    clearTimeout(this.timer);
    this.timer = null;
    if (was) this.onChange(false);
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.playing) this.wait();
  }
}
