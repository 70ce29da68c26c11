import { type Document, isCollection, isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { at } from '../../api/object';
import type { Edit, FieldPath } from './edit';
import { moveSplice } from './move-splice';
import {
  columnOf,
  contentEnd,
  dashesOf,
  indentsLists,
  isEmpty,
  lineStart,
  nextLine,
  pairEnd,
  pairOf,
  startOf,
  type Splice,
} from './positions';
import { flowText, itemText, keyText, pairText, scalarText, type Written } from './render';

/**
 * The smallest replacement that makes an edit in block YAML; undefined where the text is written in a way that this does not know.
 * The caller checks what comes out.
 * @param document parsed from `text` with its source tokens. @param wanted the whole object after the edit.
 */
export function spliceOf(text: string, document: Document, edit: Edit, wanted: unknown): Splice | undefined {
  if (edit.kind === 'move') {
    const list = edit.path.slice(0, -1).reduce(childOf, document.contents as unknown);
    return isSeq(list) ? moveSplice(text, list, Number(edit.path.at(-1)), edit.to) : undefined;
  }
  const { path, container, edit: local } = localEdit(document, edit, wanted);
  const key = path.at(-1);
  if (key === undefined) return undefined;
  const splicer = new Splicer(text, indentsLists(text, document));
  if (isMap(container)) return splicer.inMap(container, String(key), local);
  if (isSeq(container) && typeof key === 'number') return splicer.inList(container, key, local);
  return undefined;
}

/** An edit of one key or item. */
type KeyEdit = Exclude<Edit, { readonly kind: 'move' }>;

interface LocalEdit {
  readonly path: FieldPath;
  /** The map or list that has the last part of the path as key. */
  readonly container: unknown;
  readonly edit: KeyEdit;
}

/** The edit as one of a key of a block map or list that is in the text: where there is none, of the nearest one around. */
function localEdit(document: Document, edit: KeyEdit, wanted: unknown): LocalEdit {
  let container: unknown = document.contents;
  for (const [depth, key] of edit.path.entries()) {
    const path = edit.path.slice(0, depth + 1);
    const next = childOf(container, key);
    const isLast = depth === edit.path.length - 1;
    const set: KeyEdit = { kind: 'set', path, value: at(wanted, ...path) };
    if (isLast) return { path, container, edit };
    if (!isCollection(next) || next.flow === true) return { path, container, edit: set };
    const losesLast = edit.kind === 'remove' && depth === edit.path.length - 2 && next.items.length === 1;
    if (losesLast) return { path, container, edit: set };
    container = next;
  }
  return { path: [], container, edit };
}

function childOf(container: unknown, key: string | number): unknown {
  if (isMap(container)) return pairOf(container, key)?.pair.value;
  return isSeq(container) && typeof key === 'number' ? container.items[key] : undefined;
}

class Splicer {
  constructor(
    private readonly text: string,
    private readonly indentsLists: boolean,
  ) {}

  inMap(map: YAMLMap, key: string, edit: KeyEdit): Splice | undefined {
    if (map.flow === true) return undefined;
    const found = pairOf(map, key);
    if (edit.kind === 'set') return found === undefined ? this.addPair(map, key, edit) : this.setPair(found.pair, edit);
    if (found === undefined) return undefined;
    if (edit.kind === 'remove') return this.removePair(map, found.index);
    const { range } = found.pair.key as Scalar;
    return range ? { from: range[0], to: range[1], insert: keyText(edit.name) } : undefined;
  }

  inList(list: YAMLSeq, index: number, edit: KeyEdit): Splice | undefined {
    const dashes = list.flow === true ? undefined : dashesOf(list);
    const first = dashes?.[0];
    if (first === undefined || edit.kind === 'rename') return undefined;
    const [dash, item] = [dashes?.[index], list.items[index]];
    if (edit.kind === 'set') {
      const place = this.place(first);
      if (dash === undefined) return this.afterLine(contentEnd(list), first, itemText(edit, place));
      const from = dash;
      return this.inPlace(item, edit) ?? { from, to: this.itemEnd(item, dash), insert: itemText(edit, place) };
    }
    return dash === undefined ? undefined : this.lines(dash, this.itemEnd(item, dash));
  }

  private setPair(pair: { key: unknown; value: unknown }, written: Written): Splice {
    const inPlace = this.inPlace(pair.value, written);
    if (inPlace !== undefined) return inPlace;
    const { range } = pair.key as Scalar;
    const [from, keyEnd] = range ?? [0, 0];
    const insert = pairText(this.text.slice(from, keyEnd), written, this.place(from));
    const end = pairEnd(pair as never);
    return { from, to: written.source === undefined ? this.withoutBreak(end) : this.lineEnd(end), insert };
  }

  private addPair(map: YAMLMap, key: string, written: Written): Splice | undefined {
    const first = map.items[0]?.key;
    if (!isScalar(first)) return undefined;
    const from = startOf(first);
    return this.afterLine(contentEnd(map), from, pairText(keyText(key), written, this.place(from)));
  }

  private removePair(map: YAMLMap, index: number): Splice | undefined {
    const pair = map.items[index]!;
    const from = startOf(pair.key);
    const lines = this.lines(from, pairEnd(pair));
    if (lines !== undefined) return lines;
    // It follows the dash of a list: the next field takes its place, unless a comment is between them.
    const next = map.items[index + 1];
    if (next === undefined) return undefined;
    const to = startOf(next.key);
    return this.text.slice(from, to).includes('#') ? undefined : { from, to, insert: '' };
  }

  /** One scalar, or one non-empty flow collection, for another. */
  private inPlace(node: unknown, { value, source }: Written): Splice | undefined {
    if (source !== undefined || isEmpty(node)) return undefined;
    const isSimple = typeof value !== 'object' || value === null;
    if (isScalar(node) && isSimple && !(typeof value === 'string' && value.includes('\n'))) {
      const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
      if (!isBlock) return { from: startOf(node), to: contentEnd(node), insert: scalarText(value, node) };
    }
    if (!isCollection(node) || node.flow !== true || node.items.length === 0 || isSimple) return undefined;
    const [from, to] = [startOf(node), contentEnd(node)];
    if (Object.keys(value).length === 0 || this.text.slice(from, to).includes('#')) return undefined;
    return { from, to, insert: flowText(value) };
  }

  /** Whole lines; undefined when something else is on the first. */
  private lines(from: number, end: number): Splice | undefined {
    const start = lineStart(this.text, from);
    if (this.text.slice(start, from).trim() !== '') return undefined;
    return { from: start, to: nextLine(this.text, end), insert: '' };
  }

  /** A line of its own after the one where the content ends, below what begins at `column`. */
  private afterLine(end: number, below: number, line: string): Splice {
    const from = nextLine(this.text, end);
    const indent = ' '.repeat(columnOf(this.text, below));
    const hasBreak = from > 0 && this.text[from - 1] === '\n';
    return { from, to: from, insert: hasBreak ? `${indent}${line}\n` : `\n${indent}${line}` };
  }

  private place(offset: number): { column: number; indentsLists: boolean } {
    return { column: columnOf(this.text, offset), indentsLists: this.indentsLists };
  }

  private itemEnd(item: unknown, dash: number): number {
    return isEmpty(item) ? dash + 1 : this.withoutBreak(contentEnd(item));
  }

  /** With the comment on the line, which the YAML that a user typed has again. */
  private lineEnd(end: number): number {
    return this.withoutBreak(nextLine(this.text, end));
  }

  private withoutBreak(end: number): number {
    return end > 0 && this.text[end - 1] === '\n' ? end - 1 : end;
  }
}
