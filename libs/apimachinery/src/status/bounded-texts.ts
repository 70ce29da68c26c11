import type { StatusCause, StatusDetails } from './status.js';

/**
 * Causes that one Status names at most. A body of a megabyte can hold a hundred thousand faults: with all of them, twice each, the answer has
 * 25 MB, and clients that do not read their answers fill the memory of the server.
 */
export const MAX_CAUSES = 1_000;
/** Length that the texts of one list, and any one text, may have as JSON, where an escaped character counts up to six. */
const MAX_LENGTH = 64 * 1_024;
const MAX_ESCAPE = 6;
/** Characters of a name, kind or group that is quoted: those that exist are shorter. */
const MAX_NAME = 1_024;

const lengthAsJson = (text: string): number =>
  text.length * MAX_ESCAPE <= MAX_LENGTH || text.length > MAX_LENGTH ? text.length : JSON.stringify(text).length - 2;

/** How many texts fit, at least one. */
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

/** The first texts, within bounds, and a last one that says how many are left out. */
export function boundedTexts(texts: readonly string[]): readonly string[] {
  const count = boundedCount(texts);
  const first = texts.slice(0, count).map(boundedText);
  const left = texts.length - first.length;
  return left <= 0 ? first : [...first, `and ${left} more`];
}

/** One text: faults quote the value that is wrong, which may be the whole body. */
export function boundedText(text: string): string {
  let end = Math.min(text.length, MAX_LENGTH);
  while (lengthAsJson(text.slice(0, end)) > MAX_LENGTH) end >>= 1;
  return beginning(text, end);
}

/** A name as it may be quoted. */
export const boundedName = (name: string): string => beginning(name, MAX_NAME);

/** Details without more causes, and without longer texts, than an answer may have. */
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
  const count = boundedCount(first.map(({ field = '', message = '' }) => field + message));
  return first.slice(0, count).map((cause) => {
    const bounded = { ...cause };
    if (cause.field !== undefined) bounded.field = boundedText(cause.field);
    if (cause.message !== undefined) bounded.message = boundedText(cause.message);
    return bounded;
  });
}

/** Made anew: a part of a string keeps the whole in memory. */
const beginning = (text: string, end: number): string =>
  text.length <= end ? text : `${Buffer.from(text.slice(0, end)).toString()}...`;
