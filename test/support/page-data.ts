import { inflateRawSync } from 'node:zlib';

/** The lines in the data of a report's page; the page itself where it holds none. */
export function pageLines(html: string): string {
  const data = /<script type="text\/plain" id="data">([^<]*)/.exec(html)?.[1];
  if (data === undefined) return html;
  const blocks = data.split('\n').filter((line) => line !== '');
  return Buffer.concat(blocks.map((line) => inflateRawSync(Buffer.from(line, 'base64')))).toString();
}
