/** Places in JSON that users write by hand. */
const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|[^\s{}[\],:"]+)/y;

/** `line 3, column 5: `, as far as the engine tells; what it does not place is at the end of the text. */
export function placeInJson(json: string, error: unknown): string {
  return placeAt(json, Number(/position (\d+)/.exec(String(error))?.[1] ?? json.length));
}

/**
 * The place of the value at a path such as `players[1].name` (`''`: the whole), or else of the nearest around it, as `placeInJson` gives
 * it. `json` must be JSON.
 */
export function placeOfValue(json: string, wanted: string): string {
  const places = placesIn(json);
  let path = wanted;
  while (path !== '' && !places.has(path))
    path = path.slice(0, Math.max(path.search(/(\.[^.]*|\[\d*\]?)$/), 0));
  return placeAt(json, places.get(path) ?? 0);
}

function placeAt(json: string, offset: number): string {
  const lines = json.slice(0, offset).split('\n');
  return `line ${String(lines.length)}, column ${String(lines.at(-1)!.length + 1)}: `;
}

/** Where each value begins, by its path. */
function placesIn(json: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const open: { readonly path: string; index: number; readonly kind: 'object' | 'list' }[] = [];
  let path = '';
  // A property may be named '', as the whole is here.
  const note = (at: number): void => {
    if (path !== '' || places.size === 0) places.set(path, at);
  };
  TOKEN.lastIndex = /^\ufeff?/.exec(json)![0].length;
  for (let match = TOKEN.exec(json); match; match = TOKEN.exec(json)) {
    const [token, sign, text] = match;
    const at = TOKEN.lastIndex - token.trimStart().length;
    const inside = open.at(-1);
    if (sign === '{' || sign === '[') {
      note(at);
      open.push({ path, index: 0, kind: sign === '{' ? 'object' : 'list' });
      if (sign === '[') path += '[0]';
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && inside?.kind === 'list') path = `${inside.path}[${String(++inside.index)}]`;
    else if (
      sign === undefined &&
      inside?.kind === 'object' &&
      text !== undefined &&
      isName(json, TOKEN.lastIndex)
    )
      path = (inside.path === '' ? '' : `${inside.path}.`) + String(JSON.parse(text));
    else if (sign === undefined) note(at);
  }
  return places;
}

/** Whether a text that ends there is the name of a property. */
function isName(json: string, end: number): boolean {
  return /^\s*:/.test(json.slice(end, end + 100));
}
