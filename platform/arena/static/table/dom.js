/** Elements, made in one line. */

/** An element of the given tag with attributes (null, undefined and false leave one out, true is the empty string) and
 * children (null and false leave one out). `vars` are custom properties for style sheets: `{ v: 0.3 }` is `--v: 0.3`. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "vars") for (const [key, one] of Object.entries(value)) element.style.setProperty(`--${key}`, one);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Class names from words, of which the empty and false ones are left out. */
export const classes = (...words) => words.filter(Boolean).join(" ");

const SVG = "http://www.w3.org/2000/svg";

/** An <svg> of the parts of the page's sprite: `drawn("ix", "0 0 20 43", ["rK", 0, 0, 20, 24])`. */
export function drawn(className, viewBox, ...parts) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  for (const [id, x, y, width, height] of parts) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${id}`);
    if (width) for (const [name, value] of Object.entries({ x, y, width, height })) use.setAttribute(name, value);
    svg.append(use);
  }
  return svg;
}

/** The sign of a suit, C D H or S, in the colour of the text around it. */
export const suitSign = (suit) => drawn("suit", "0 0 24 24", [`s${suit}`]);

/** An icon of a control. */
export const icon = (name) => drawn("icon", "0 0 24 24", [`i-${name}`]);
