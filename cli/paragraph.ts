const WIDTH = 80;

/** Text in lines of at most 80 columns, broken at blanks; its own line breaks stay. Later lines begin with `hanging`. */
export function paragraph(text: string, indent = '', hanging = indent): string {
  const lines: string[] = [];
  for (const given of text.split('\n')) {
    let line = indent;
    for (const word of given.split(' ')) {
      if (line.trim() !== '' && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = hanging;
      }
      line += line.length > 0 && line.trim() !== '' ? ` ${word}` : word;
    }
    lines.push(line.trimEnd());
  }
  return lines.map((line) => `${line}\n`).join('');
}
