/**
 * Text of a file must not steer a terminal or reverse a line: control characters and those that set a direction (embeddings,
 * overrides, isolates and the bare marks) become a question mark.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, '?');
}

const UNSEEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
