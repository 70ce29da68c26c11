import type { DecodeReport } from './structural-schema.js';

export const unknownField = (path: string): string => `unknown field "${path}"`;
export const duplicateField = (path: string): string => `duplicate field "${path}"`;

/**
 * The texts of a report in the order of the document. As in the strict decoder of kube-apiserver, an unknown field that is repeated is only
 * unknown, and duplicates within it are not reported.
 */
export function strictErrors(
  document: unknown,
  { unknownFields, duplicateFields }: Readonly<Record<keyof DecodeReport, readonly string[]>>,
): string[] {
  const known = duplicateFields.filter((path) => !unknownFields.some((unknown) => isWithin(path, unknown)));
  const places = new Map<object, ReadonlyMap<string, number>>();
  const errorAt = (path: string, text: string) => ({ text, place: placeOf(document, path, places) });
  return [
    ...unknownFields.map((path) => errorAt(path, unknownField(path))),
    ...known.map((path) => errorAt(path, duplicateField(path))),
  ]
    .sort((a, b) => compare(a.place, b.place))
    .map(({ text }) => text);
}

const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && [undefined, '.', '['].includes(path[outer.length]);

/** Characters of a path that are followed: each dot may end a name, and each such name is looked up. */
const MAX_FOLLOWED = 256;

/** Indexes of the field and what it is in, outermost first. @param places of the members of the objects seen so far. */
function placeOf(document: unknown, path: string, places: Map<object, ReadonlyMap<string, number>>): number[] {
  const place: number[] = [];
  let [value, rest] = [document, path.slice(0, MAX_FOLLOWED)];
  while (rest !== '' && typeof value === 'object' && value !== null) {
    const step = Array.isArray(value) ? itemStep(rest) : memberStep(value, rest, places);
    if (!step) break;
    place.push(step.index);
    value = (value as Readonly<Record<string, unknown>>)[step.name];
    rest = rest.slice(step.length);
  }
  return place;
}

interface Step {
  readonly name: string;
  readonly index: number;
  /** Of the path, with the dot before the next member. */
  readonly length: number;
}

function itemStep(path: string): Step | undefined {
  const end = path.indexOf(']');
  if (path[0] !== '[' || end < 0) return undefined;
  return { name: path.slice(1, end), index: Number(path.slice(1, end)), length: end + (path[end + 1] === '.' ? 2 : 1) };
}

/** The member with the shortest name: names may have dots. The path is read forwards, so that no part of it is read again below the member. */
function memberStep(object: object, path: string, places: Map<object, ReadonlyMap<string, number>>): Step | undefined {
  let members = places.get(object);
  if (!members) places.set(object, (members = new Map(Object.keys(object).map((name, index) => [name, index]))));
  for (let end = 1; end <= path.length; end++) {
    if (end < path.length && path[end] !== '.' && path[end] !== '[') continue;
    const name = path.slice(0, end);
    const index = members.get(name);
    if (index !== undefined) return { name, index, length: end + (path[end] === '.' ? 1 : 0) };
  }
  return undefined;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}
