import type { FieldError } from '../field/field-error.js';
import type { StatusCause, StatusDetails } from './status.js';

/**
 * Maximum number of causes of one Status. A body of a megabyte can have a hundred thousand errors: with all of them, twice each, the response
 * has 25 MB, and clients that do not read their responses exhaust the memory of the server.
 */
export const MAX_CAUSES = 1_000;
/** Maximum length, as JSON, of the texts of one list, and of any one text; an escaped character counts up to six. */
const MAX_LENGTH = 64 * 1_024;
const MAX_ESCAPE = 6;
/** Maximum characters of a quoted name, kind or group; valid ones are shorter. */
const MAX_NAME = 1_024;

const lengthAsJson = (text: string): number =>
  text.length * MAX_ESCAPE <= MAX_LENGTH || text.length > MAX_LENGTH ? text.length : JSON.stringify(text).length - 2;

/** Number of texts that fit, at least one. */
export function boundedCount(texts: readonly string[]): number {
  let length = 0;
  let count = 0;
  while (count < texts.length && count < MAX_CAUSES) {
    length += lengthAsJson(texts[count]!);
    if (length > MAX_LENGTH) break;
    count++;
  }
  return Math.max(1, count);
}

/**
 * The first texts, within the limits, and a last one with the number of omitted texts.
 * @param more omitted texts that were not even built.
 */
export function boundedTexts(texts: readonly string[], more = 0): readonly string[] {
  const count = boundedCount(texts);
  const first = texts.slice(0, count).map(boundedText);
  const left = texts.length - first.length + more;
  return left <= 0 ? first : [...first, `and ${left} more`];
}

/** The first texts, as many as are answered at most: the others are not built. All of them could fill the memory, as paths can be long. */
export function firstTexts<T>(items: readonly T[], textOf: (item: T) => string): readonly string[] {
  const texts: string[] = [];
  for (let at = 0, length = 0; at < items.length && length <= MAX_LENGTH; at++) {
    const text = textOf(items[at]!);
    length += text.length;
    texts.push(text);
  }
  return texts;
}

/** The first errors, as many as are answered at most: the texts of the others are not built. */
export function answeredErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let length = 0;
  let count = 0;
  while (count < errors.length && count < MAX_CAUSES && length <= MAX_LENGTH) {
    const { field, detail } = errors[count++]!;
    length += field.length + detail.length;
  }
  return errors.slice(0, count);
}

/** Bounds one text: errors quote the invalid value, which may be the whole body. */
export function boundedText(text: string): string {
  let end = Math.min(text.length, MAX_LENGTH);
  while (lengthAsJson(text.slice(0, end)) > MAX_LENGTH) end >>= 1;
  return beginning(text, end);
}

/** A name, truncated for quoting. */
export const boundedName = (name: string): string => beginning(name, MAX_NAME);

/** Details with bounded causes and texts. */
export function boundedDetails(details: StatusDetails): StatusDetails {
  const bounded = { ...details };
  for (const field of ['name', 'group', 'kind', 'uid'] as const) {
    const text = bounded[field];
    if (text !== undefined) bounded[field] = boundedName(text);
  }
  if (bounded.causes) bounded.causes = boundedCauses(bounded.causes);
  return bounded;
}

function boundedCauses(causes: StatusCause[]): StatusCause[] {
  const first = causes.slice(0, MAX_CAUSES);
  const count = boundedCount(first.map(({ field = '', message = '', reason = '' }) => field + message + reason));
  return first.slice(0, count).map((cause) => {
    const bounded = { ...cause };
    if (cause.reason !== undefined) bounded.reason = boundedName(cause.reason);
    if (cause.field !== undefined) bounded.field = boundedText(cause.field);
    if (cause.message !== undefined) bounded.message = boundedText(cause.message);
    return bounded;
  });
}

/** A copy: a substring would keep the whole string in memory. */
const beginning = (text: string, end: number): string =>
  text.length <= end ? text : `${Buffer.from(text.slice(0, end)).toString()}...`;
