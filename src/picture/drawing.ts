/**
 * A drawing as plain data: elements of SVG or HTML with their attributes. Texts are texts here; whoever writes markup escapes them,
 * and a page can make elements of them without any markup at all.
 */
export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export function shape(
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  children: Shape['children'] = [],
): Shape {
  return { tag, attributes, children };
}

/** The drawing as SVG markup. */
export function markupOf(drawing: Shape): string {
  const attributes = Object.entries(drawing.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
  if (drawing.children.length === 0) return `<${drawing.tag}${attributes}/>`;
  const inner = drawing.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : markupOf(child),
  );
  const isText = drawing.children.some((child) => typeof child === 'string');
  const between = isText ? '' : '\n';
  return `<${drawing.tag}${attributes}>${between}${inner.join(between)}${between}</${drawing.tag}>`;
}

/**
 * Text as XML and HTML show it: characters of markup become entities. Control characters, lone surrogates and U+FFFE, U+FFFF, which
 * XML cannot hold at all, become U+FFFD; line feeds and tabs stay.
 */
export function escapeXml(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd').replace(UNSAFE, (sign) => ENTITIES[sign] ?? '\ufffd');
}

const LONE_SURROGATE = /[\ud800-\udfff]/gu;
// eslint-disable-next-line no-control-regex
const UNSAFE = /[&<>"'\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
