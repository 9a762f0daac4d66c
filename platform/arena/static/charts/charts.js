/**
 * Line charts. Every element with `data-chart="URL"` is filled with the chart that the URL's JSON describes:
 *
 *   {"x": {"label": "match", "time": false}, "y": {"label": "Elo", "decimals": 0},
 *    "series": [{"name": "ada/greedy", "points": [[1, 1500], [2, 1512.4]]}],
 *    "marks": [{"x": 2, "label": "version 2"}]}                                  // marks are optional
 *
 * With `time` true x is in seconds since 1970. What is inside the element already (a table, a sentence) stays below as
 * the text alternative.
 */

import uPlot from "../vendor/uplot/uplot.js";

const COLOURS = [["#3a3791", "#b7bdff"], ["#b7791f", "#f0bd55"], ["#0a7d33", "#5fd38a"], ["#b42318", "#ff9a8f"],
  ["#6b3fa0", "#c3a1f5"], ["#00767a", "#5fd6da"]];

const dark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};
const colour = (number) => COLOURS[number % COLOURS.length][dark() ? 1 : 0];
const ink = () => (dark() ? "#bdb4c6" : "#5f5747");
const line = () => (dark() ? "#8883" : "#8884");

const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** A scale's range: what the data span and a little air; for next to nothing at least `least` to either side. */
const spread = (least) => (_, low, high) => {
  const air = high - low < least ? least : (high - low) * (least > 1 ? 0.08 : 0.01);
  return [low - air, high + air];
};

function options(chart, width) {
  const axis = (label) => ({ label, stroke: ink, labelSize: 22, font: "12px \"Anek Latin\", system-ui", labelFont: "12px \"Anek Latin\", system-ui",
    grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } });
  const few = chart.series.every(({ points }) => points.length <= 60);
  const value = (_, y) => (y === null || y === undefined ? "–" : y.toFixed(chart.y.decimals ?? 0));
  return {
    width,
    height: Math.round(Math.max(220, Math.min(340, width * 0.45))),
    scales: { x: { time: Boolean(chart.x.time), range: spread(1) }, y: { range: spread(40) } },
    axes: [{ ...axis(chart.x.label), size: 32, ...(chart.x.time ? {} : { incrs: WHOLE }) }, { ...axis(chart.y.label), size: 54, values: (_, all) => all.map(String) }],
    series: [
      { label: chart.x.label },
      ...chart.series.map(({ name }, i) => ({ label: name, stroke: () => colour(i), width: 2, spanGaps: true, value, points: { show: few, size: 6 } })),
    ],
    cursor: { drag: { x: true, y: false } },
    hooks: { draw: [(plot) => marks(plot, chart.marks ?? [])] },
  };
}

/** Dashed upright lines with a word on top, such as a new version of the bot. */
function marks(plot, all) {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = ink();
  ctx.font = `${11 * scale}px "Anek Latin", system-ui`;
  ctx.textAlign = "left";
  ctx.setLineDash([4 * scale, 4 * scale]);
  for (const { x, label } of all) {
    const at = plot.valToPos(x, "x", true);
    if (at < bbox.left || at > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(label, at + 3 * scale, bbox.top + 11 * scale);
  }
  ctx.restore();
}

async function draw(root) {
  const answer = await fetch(root.dataset.chart, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`${root.dataset.chart} answered ${answer.status}`);
  const chart = await answer.json();
  const filled = chart.series.filter(({ points }) => points.length);
  if (!filled.length) return;
  const data = uPlot.join(filled.map(({ points }) => [points.map(([x]) => x), points.map(([, y]) => y)]));
  const box = document.createElement("div");
  box.className = "chart";
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", filled.map(({ name, points }) =>
    `${name}: ${chart.y.label} from ${points[0][1]} to ${points.at(-1)[1]} over ${points.length} points`).join("; "));
  root.prepend(box);
  const plot = new uPlot(options({ ...chart, series: filled }, box.clientWidth), data, box);
  new ResizeObserver(() => {
    const { width, height } = options({ ...chart, series: filled }, box.clientWidth);
    if (width && width !== plot.width) plot.setSize({ width, height });
  }).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw(false));
}

for (const root of document.querySelectorAll("[data-chart]")) {
  draw(root).catch((error) => {
    root.dataset.error = error.message; // the text alternative below goes on standing
  });
}
