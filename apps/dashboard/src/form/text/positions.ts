import {
  type Document,
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Replaces a part of a text. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What the YAML library knows of parsed text; its own types leave the tokens open. */
interface SourceToken {
  readonly type: string;
  readonly offset: number;
}

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the next line begins after content that ends here; block scalars end there already. */
export function nextLine(text: string, end: number): number {
  if (end > 0 && text[end - 1] === '\n') return end;
  const found = text.indexOf('\n', end);
  return found < 0 ? text.length : found + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

export const startOf = (node: unknown): number => (node as Node).range?.[0] ?? 0;
const endOf = (node: unknown): number => (node as Node).range?.[1] ?? 0;

/** Where the content of a node ends, without comments after it. */
export function contentEnd(node: unknown): number {
  if (isCollection(node) && node.flow !== true && node.items.length > 0) {
    const last: unknown = node.items.at(-1);
    return isPair(last) ? pairEnd(last) : contentEnd(last);
  }
  return endOf(node);
}

export function pairEnd(pair: Pair<unknown, unknown>): number {
  const colon = tokenOffset((pair.srcToken as { sep?: readonly SourceToken[] } | undefined)?.sep, 'map-value-ind');
  const afterColon = colon === undefined ? endOf(pair.key) : colon + 1;
  return isEmpty(pair.value) ? afterColon : contentEnd(pair.value);
}

/** Whether nothing is written: `key:`. */
export function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && startOf(node) === endOf(node) && node.value === null);
}

/** Where the dashes of a block list are; undefined when the text says it in another way. */
export function dashesOf(list: YAMLSeq): readonly number[] | undefined {
  const items = (list.srcToken as { items?: readonly { start?: readonly SourceToken[] }[] } | undefined)?.items ?? [];
  const dashes = items.flatMap(({ start }) => tokenOffset(start, 'seq-item-ind') ?? []);
  return dashes.length === list.items.length ? dashes : undefined;
}

function tokenOffset(tokens: readonly SourceToken[] | undefined, type: string): number | undefined {
  return tokens?.find((token) => token.type === type)?.offset;
}

/** The pair of a map with this key, and its index. */
export function pairOf(
  map: YAMLMap,
  key: string | number,
): { pair: Pair<unknown, unknown>; index: number } | undefined {
  const index = map.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
  const pair = map.items[index];
  return pair && { pair, index };
}

/** Whether lists are indented below their key, as the first one in the text is; true when there is none. */
export function indentsLists(text: string, document: Document): boolean {
  let answer = true;
  visit(document, {
    Pair: (_, pair) => {
      if (!isSeq(pair.value) || pair.value.flow === true || pair.value.items.length === 0) return undefined;
      answer = columnOf(text, startOf(pair.value)) > columnOf(text, startOf(pair.key));
      return visit.BREAK;
    },
  });
  return answer;
}
