import type { Shape } from '../../picture/drawing.js';

type Child = Node | string;
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An element with attributes and children; strings become text, never markup. `false` leaves an attribute out, `true` is an empty one. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** A button that does something. */
export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', action);
  return made;
}

/** A text of a file: set apart, so that its direction does not touch what stands around it. */
export function said(text: string): HTMLElement {
  return el('bdi', {}, text);
}

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing as elements, without any markup. */
export function drawn({ tag, attributes, children }: Shape): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== 'xmlns') element.setAttribute(name, String(value));
  }
  element.append(...children.map((child) => (typeof child === 'string' ? child : drawn(child))));
  return element;
}

/** `1,234`. */
export function whole(value: number): string {
  return value.toLocaleString('en-US');
}
