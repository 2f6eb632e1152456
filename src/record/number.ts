const VULGAR: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/** An FF[4] real number: optional sign, digits, optional decimals. `undefined` for anything else, the empty text included. */
export function parseReal(text: string): number | undefined {
  let dots = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46) dots++;
    else if (i > 0 || (code !== 43 && code !== 45)) return undefined;
  }
  return digits > 0 && dots <= 1 ? Number(text) : undefined;
}

/**
 * A number as people write it: `3.5`, `3,5`, `3 1/2`, `3又1/2`, `1/4`, `3½`, `½`.
 * `undefined` unless the whole text is one.
 */
export function parseLooseNumber(text: string): number | undefined {
  const plain = parseReal(text.replace(',', '.'));
  if (plain !== undefined) return plain;
  const parts = /^(\d+)?\s*(?:又|と)?\s*(?:(\d+)\s*\/\s*(\d+)|([¼½¾]))$/.exec(text);
  if (!parts) return undefined;
  const whole = Number(parts[1] ?? 0);
  if (parts[4] !== undefined) return whole + VULGAR[parts[4]]!;
  // `11/2` would match as 1 and 1/2: a space or a word has to part the whole from the fraction.
  if (parts[1] !== undefined && !/\d\s+\d|又|と/.test(text)) return undefined;
  const denominator = Number(parts[3]);
  return denominator === 0 ? undefined : whole + Number(parts[2]) / denominator;
}
