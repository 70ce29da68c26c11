import { isPlainObject, pickMembers } from '@orch/apimachinery';
import { textOf } from './body-text.js';
import { parseKept, type KeptForm } from './kept-form.js';
import { ListReader } from './list-reader.js';
import { AT_ONCE_BYTES, parseJson } from './parse-json.js';
import { assertShape, requiredShape, type Shape } from './shape.js';

/** Bytes that are looked at in one step. */
const STEP_BYTES = 128 * 1_024;

/**
 * Parses the JSON of an answer. A long one is parsed in steps, a list one item after the other: a page of 500 objects may be hundreds of megabytes.
 * @param chunks of the body; taken out of the array while they are read.
 * @param source of the answer, in messages.
 * @param listName the member with the items.
 * @param kept how the items of a list are kept. Default: parsed.
 * @throws SyntaxError when it is not JSON; TransportError Protocol when it has another form.
 */
export function* parseAnswer(
  chunks: Uint8Array[],
  shape: Shape,
  source: string,
  listName = 'items',
  kept?: KeptForm,
): Generator<undefined, unknown> {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytes <= AT_ONCE_BYTES) {
    const answer = checked(JSON.parse(textOf(chunks)), shape, source);
    return kept?.members ? pickMembers(answer, { '*': true, [listName]: kept.members }) : answer;
  }
  const reader = new ListReader(listName);
  const items: unknown[] = [];
  chunks.reverse();
  for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      for (const item of reader.push(chunk.subarray(at, at + STEP_BYTES))) {
        items.push(yield* kept ? parseKept(item, kept) : parseJson(item));
        yield;
      }
      yield;
    }
  }
  const frame = yield* parseJson(reader.frame());
  // An answer may have the member twice: the last one counts.
  const written = isPlainObject(frame) ? frame[listName] : undefined;
  if (!isPlainObject(frame) || !Array.isArray(written) || written.length > 0) return checked(frame, shape, source);
  const isRight = yield* haveShape((item) => ({ ...frame, [listName]: [item] }), items, shape);
  frame[listName] = items;
  // The check of the whole list finds the place of a fault.
  return isRight ? frame : checked(frame, shape, source);
}

/** Whether the list has the form with each of its items; false without items. */
function* haveShape(
  listOf: (item: unknown) => unknown,
  items: readonly unknown[],
  shape: Shape,
): Generator<undefined, boolean> {
  const fault = requiredShape(shape);
  for (const item of items) {
    if (fault(listOf(item)) !== undefined) return false;
    yield;
  }
  return items.length > 0;
}

function checked(value: unknown, shape: Shape, source: string): unknown {
  assertShape(value, shape, source);
  return value;
}
