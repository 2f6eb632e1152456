/** XML as a tree with places, by saxes, which reads no files and expands no entities but the five of XML. */
import { SaxesParser } from 'saxes';
import { malformed, type TableDraft, type TablePlace } from './table.js';
import type { TableText } from './table-text.js';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
  readonly place: TablePlace;
}

export interface XmlDocument {
  readonly root: XmlElement;
  readonly damage: 'whole' | 'damaged';
}

interface Open {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Open[];
  text: string;
  place: TablePlace;
}

/**
 * The root of a document, with what can be read of a damaged one. Findings: `table/malformed` at the first fault, as every later one
 * may follow from it.
 */
export function readXml(source: TableText, draft: TableDraft): XmlDocument {
  const document: Open = { name: '', attributes: {}, children: [], text: '', place: source.at(0) };
  const open = [document];
  const parser = new SaxesParser({ xmlns: false });
  let start = 0;
  let damage = 'whole' as XmlDocument['damage'];
  parser.on('error', ({ message }) => {
    if (damage === 'damaged') return;
    damage = 'damaged';
    const at = source.at(Math.min(parser.position, source.text.length));
    malformed(draft, at, message.replace(/^[\d:]+\s*/, '').replace(/\.$/, ''), 'well-formed XML');
  });
  parser.on('opentagstart', () => {
    start = source.text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Open = { name, attributes, children: [], text: '', place: source.at(start) };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.length > 1 ? open.pop()! : document;
    closed.text = closed.text.trim();
  });
  parser.write(source.text).close();
  return { root: document.children[0] ?? document, damage };
}

/** Elements below `element` that a path of names leads to. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** Text of the first such element; '' when there is none. */
export function textAt(element: XmlElement, path: string): string {
  return elementsAt(element, path)[0]?.text ?? '';
}
