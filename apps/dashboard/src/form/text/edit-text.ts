import { type Document, isCollection, parseDocument, stringify } from 'yaml';
import { areEqual } from '../../api/are-equal';
import { at } from '../../api/object';
import { type Edit, edited } from './edit';
import { spliceOf } from './splice';

/** Aliases may multiply the size of a text; more are refused. */
const LIMITS = { maxAliasCount: 100 } as const;
const NO_WRAPPING = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/**
 * The YAML text of an object after an edit. All the rest keeps its comments, order and style, where the text can be changed in place;
 * otherwise the whole is written again, with its comments.
 * @param text without syntax errors.
 */
export function editText(text: string, edit: Edit): string {
  const document = parseDocument(text, { keepSourceTokens: true });
  const wanted = edited(document.toJS(LIMITS) ?? {}, edit);
  const splice = spliceOf(text, document, edit, wanted);
  if (splice !== undefined) {
    const next = text.slice(0, splice.from) + splice.insert + text.slice(splice.to);
    if (says(next, wanted)) return next;
  }
  const next = rewritten(document, edit, wanted);
  return next !== undefined && says(next, wanted) ? next : stringify(wanted, NO_WRAPPING);
}

function says(text: string, wanted: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && areEqual(document.toJS(LIMITS), wanted);
}

/** The document with the deepest part that is there replaced; undefined when nothing is there. */
function rewritten(document: Document, edit: Edit, wanted: unknown): string | undefined {
  if (!isCollection(document.contents)) return undefined;
  const isThere = (length: number): boolean => isCollection(document.getIn(edit.path.slice(0, length), true));
  let depth = 1;
  while (depth < edit.path.length && isThere(depth)) depth++;
  const path = edit.path.slice(0, depth);
  const value = at(wanted, ...path);
  if (edit.kind === 'rename') document.setIn(path.slice(0, -1), document.createNode(at(wanted, ...path.slice(0, -1))));
  else if (edit.kind === 'remove' && depth === edit.path.length) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString(NO_WRAPPING);
}

/** The smallest replacement that makes one text of another. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let same = 0;
  const most = Math.min(before.length, after.length) - from;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
