/** Texts by which an attacker would make a page, a spreadsheet or a terminal do something. */
export const HOSTILE = {
  script: '<script>alert(1)</script>',
  attribute: '"><img src=x onerror=alert(2)>',
  formula: '=HYPERLINK("http://example.org";"x")',
  turned: '\u202egnp.exe\u200f \u2067x\u2069 \u061c',
  escape: '\u001b[2J\u001b]0;title\u0007\u009b31m',
  entity: ']]> <![CDATA[ &amp; &#0; -->',
  surrogate: 'half \ud83d of a pair',
} as const;

export type HostileKind = keyof typeof HOSTILE;
export const HOSTILE_KINDS = Object.keys(HOSTILE) as readonly HostileKind[];

/** A text between the brackets of a property. */
function escaped(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}

/** A counted game on a tiny board with two findings that quote the file, and `text` wherever a record can have one. */
export function hostileGame(text: string): string {
  const value = escaped(text);
  const moves = ';B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[cb];B[];W[]';
  const names = ['PB', 'PW', 'EV', 'RO', 'DT', 'PC', 'GN', 'RU', 'RE', 'AP', 'C']
    .map((name) => `${name}[${value}]`)
    .join('');
  return `(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[0.5]${names}${moves}C[${value}])`;
}

/** A name of a megabyte. */
export const LONG_NAME = 'x'.repeat(1024 * 1024);

/** Signs that steer a terminal or turn a line around; line feeds end lines and stay. */
// eslint-disable-next-line no-control-regex
export const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
