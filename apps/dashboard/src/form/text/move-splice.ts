import type { YAMLSeq } from 'yaml';
import { moved } from './edit';
import { columnOf, contentEnd, dashesOf, isEmpty, lineStart, type Splice, startOf } from './positions';

/** Part of a text: of an item with its comments. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Moves an item of a list with its comments: those directly above it, on its lines, and below it with more indentation. Blank lines and other comments between
 * the items stay where they are. Undefined where the text is written in a way that this does not know.
 */
export function moveSplice(text: string, list: YAMLSeq, from: number, to: number): Splice | undefined {
  const spans = list.flow === true ? flowSpans(text, list) : blockSpans(text, list);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const [first, last] = [spans?.[low], spans?.[high]];
  if (spans === undefined || first === undefined || last === undefined) return undefined;
  const between = spans.map((span, index) => text.slice(span.to, spans[index + 1]?.from));
  const insert = moved(spans, from, to)
    .map((span, index) => text.slice(span.from, span.to) + (index < high ? between[index] : ''))
    .slice(low, high + 1)
    .join('');
  return { from: first.from, to: last.to, insert };
}

/** Undefined when there are comments: after a comma they belong to the item before it. */
function flowSpans(text: string, list: YAMLSeq): Span[] | undefined {
  if (text.slice(startOf(list), contentEnd(list)).includes('#')) return undefined;
  return list.items.map((item) => ({ from: startOf(item), to: contentEnd(item) }));
}

/** Whole lines, without the last line break. */
function blockSpans(text: string, list: YAMLSeq): Span[] | undefined {
  const dashes = dashesOf(list) ?? [];
  const [first] = dashes;
  if (first === undefined || text.slice(lineStart(text, first), first).trim() !== '') return undefined;
  const column = columnOf(text, first);
  const ends = dashes.map((dash, index) => {
    const item = list.items[index];
    const end = isEmpty(item) ? dash + 1 : contentEnd(item);
    // Block scalars end after their last line break.
    const isAfterBreak = text[end - 1] === '\n';
    return withDeeperComments(text, isAfterBreak ? end - 1 : lineEnd(text, end), column);
  });
  return dashes.map((dash, index) => ({
    from: withCommentsAbove(text, lineStart(text, dash), ends[index - 1] ?? 0),
    to: ends[index] ?? dash,
  }));
}

function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found;
}

/** The end of the last of the comments that follow, with more indentation than `column`. */
function withDeeperComments(text: string, end: number, column: number): number {
  let last = end;
  for (let next = end; next < text.length;) {
    const start = next + 1;
    next = lineEnd(text, start);
    const line = text.slice(start, next);
    if (line.trim() === '') continue;
    if (!isComment(line) || line.indexOf('#') <= column) break;
    last = next;
  }
  return last;
}

/** The start of the first of the comments on the lines directly above. @param floor the end of what is above them. */
function withCommentsAbove(text: string, start: number, floor: number): number {
  let first = start;
  while (first > floor + 1) {
    const above = lineStart(text, first - 1);
    if (above < floor || !isComment(text.slice(above, first))) break;
    first = above;
  }
  return first;
}

const isComment = (line: string): boolean => line.trimStart().startsWith('#');
