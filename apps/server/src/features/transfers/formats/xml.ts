/** Reads an XML record by record: strict, without DOCTYPE and so without entities of its own, of bounded depth and size. */
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { tooManyAnnotations } from '../imports/annotations.ts';
import { FileFault } from './format.ts';

export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
}

const mostDepth = 32;
/** Of one record; an image with more shapes than it may have is far below. */
const mostNodes = 500_000;
const pieceLength = 256 * 1024;

interface Reader {
  /** Whether an element at this depth (the root is 1) is a record: it is handed on whole and then forgotten. */
  isRecord: (name: string, depth: number) => boolean;
  take: (record: XmlNode) => void;
}

/** Throws `FileFault` where it is no XML that is read. */
export async function readXml(text: string, { isRecord, take }: Reader): Promise<void> {
  const parser = new SaxesParser<{ position: true }>({ position: true });
  const open: XmlNode[] = [];
  let [depth, nodes] = [0, 0];
  parser.on('doctype', () => {
    throw new FileFault('annotationFile.why.doctype');
  });
  parser.on('error', () => {
    throw new FileFault('annotationFile.why.xml', { line: parser.line });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > mostDepth) throw new FileFault('annotationFile.why.depth');
    if (open.length === 0 && !isRecord(name, depth)) return;
    if (++nodes > mostNodes) throw tooManyAnnotations();
    const node: XmlNode = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (piece) => {
    const node = open.at(-1);
    if (node) node.text += piece;
  });
  parser.on('cdata', (piece) => {
    const node = open.at(-1);
    if (node) node.text += piece;
  });
  parser.on('closetag', () => {
    depth--;
    const node = open.pop();
    if (!node || open.length > 0) return;
    nodes = 0;
    take(node);
  });
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    // the worker says meanwhile that it lives
    // oxlint-disable-next-line no-await-in-loop
    if (at > 0) await setImmediate();
  }
  parser.close();
}

export const childOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.find((one) => one.name === name);
export const textIn = (node: XmlNode, name: string): string | undefined => childOf(node, name)?.text.trim();

/** NaN for what is no number: the checks behind name it then. */
export const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot say in any way become a sign for what is unreadable. */
export const xmlText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[&<>"]/g, (one) => special[one]!);
