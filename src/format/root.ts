import { makeProperty, propertyOf, type FormatNode } from './tree.js';
import { escaped } from './values.js';

/** The format that is written. */
const FORMAT = '4';
const GO = '1';

/** Gives the root FF[4], GM (1 where there is none or an empty one) and CA, each once; those that it has keep their places. */
export function repairRoot(root: FormatNode, charset: string): void {
  const game = propertyOf(root, 'GM')?.values[0]?.trim() ?? '';
  const first = [
    setProperty(root, 'FF', FORMAT),
    setProperty(root, 'GM', game === '' ? GO : game),
    setProperty(root, 'CA', escaped(charset)),
  ];
  root.properties.unshift(...first.filter((property) => property !== undefined));
}

/**
 * Makes CA tell the charset of the output; a root without one is left so where the text is ASCII.
 * Tells whether anything changed.
 */
export function tellCharset(root: FormatNode, charset: string, text: string): boolean {
  const value = escaped(charset);
  const property = propertyOf(root, 'CA');
  if (property ? property.values[0] === value : isAscii(text)) return false;
  const added = setProperty(root, 'CA', value);
  if (added) root.properties.unshift(added);
  return true;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

/** Sets the one value of a property that the root has, and drops its repetitions; returns a new property where it has none. */
function setProperty(
  root: FormatNode,
  ident: string,
  value: string,
): ReturnType<typeof makeProperty> | undefined {
  const property = propertyOf(root, ident);
  if (!property) return makeProperty(ident, [value]);
  property.values = [value];
  root.properties = root.properties.filter((other) => other.ident !== ident || other === property);
  return undefined;
}
