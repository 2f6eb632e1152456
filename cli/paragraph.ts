const WIDTH = 80;

/** Text in lines of at most 80 columns, broken at blanks; its own line breaks stay. */
export function paragraph(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const given of text.split('\n')) {
    let line = indent;
    for (const word of given.split(' ')) {
      if (line.length > indent.length && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = indent;
      }
      line += line.length > indent.length ? ` ${word}` : word;
    }
    lines.push(line.trimEnd());
  }
  return lines.map((line) => `${line}\n`).join('');
}
