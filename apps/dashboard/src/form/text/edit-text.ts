import { type Document, isCollection, isSeq, parseDocument, stringify } from 'yaml';
import { areEqual } from '../../api/are-equal';
import { at } from '../../api/object';
import { type Edit, edited, moved } from './edit';
import { spliceOf } from './splice';

/** Aliases may multiply the size of a text; more are refused. */
const LIMITS = { maxAliasCount: 100 } as const;
const NO_WRAPPING = { lineWidth: 0, aliasDuplicateObjects: false } as const;
/** Aliases without their anchors are found when the text is read again. */
const UNVERIFIED = { ...NO_WRAPPING, verifyAliasOrder: false } as const;

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
  try {
    return document.errors.length === 0 && areEqual(document.toJS(LIMITS), wanted);
  } catch (error) {
    // An alias without its anchor: that was removed, or is after it now.
    if (error instanceof ReferenceError) return false;
    throw error;
  }
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
  else if (edit.kind === 'move' && depth === edit.path.length) moveNode(document, edit);
  else if (edit.kind === 'remove' && depth === edit.path.length) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString(UNVERIFIED);
}

function moveNode(document: Document, { path, to }: Extract<Edit, { readonly kind: 'move' }>): void {
  const list: unknown = document.getIn(path.slice(0, -1), true);
  if (isSeq(list)) list.items = moved(list.items, Number(path.at(-1)), to);
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
