/** A knock on the table for a pass: off until somebody turns it on. */

import * as prefs from "../table/prefs.js";

let context = null;

export function knock() {
  if (!prefs.on("sound") || !window.AudioContext) return;
  context ??= new AudioContext();
  for (const delay of [0, 0.13]) {
    const at = context.currentTime + delay;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.setValueAtTime(190, at);
    tone.frequency.exponentialRampToValueAtTime(70, at + 0.08);
    loudness.gain.setValueAtTime(0.5, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.1);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.11);
  }
}
