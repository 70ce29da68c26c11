import type { FieldType, StructClass } from '../../../libs/api/src/definition/field-type.js';
import { countMembers } from '../../../libs/apimachinery/src/work/has-many-members.js';
import { ITEM, KEY, placesOf, textOf, typeOf, type Place } from './places.js';
import { innerOf, isMany, isText, numbered, sample, structType, withValue } from './sized-values.js';

/** How large bodies are made. */
export interface BodySize {
  /** Of the JSON, at most. */
  readonly bytes: number;
  /** Of objects, and items of lists, at most. */
  readonly members: number;
}

/** An object whose JSON has the size that was asked for. */
export interface SizedBody {
  /** What is large in it. */
  readonly name: string;
  /** Bodies of other kinds with the same text go through the same rules. */
  readonly rules: string;
  readonly make: () => object;
}

type Item = (i: number) => unknown;

/** Parts of the bytes in one long text, where there are many items as well. */
const TEXT_PART = 0.75;
/** Fields between a long text and what it is next to. */
const MOST_BELOW = 2;

const CHARACTERS: Readonly<Record<string, string>> = { letters: 'a', 'wide letters': '\u4e00', dots: '.', slashes: '/', commas: ',', quotes: '"', escapes: '\\', spaces: ' ', digits: '9', colons: ':', percents: '%', labels: 'a.', references: '$(a)' }; // prettier-ignore

/**
 * Legal bodies of one kind in which one or two parts are as large as fit.
 * @param base a valid object. @param annotations that kinds read.
 */
export function* sizedBodies(
  struct: StructClass,
  base: object,
  size: BodySize,
  annotations: readonly string[],
): Generator<SizedBody> {
  const places = placesOf(struct);
  yield* longAndMany(places, base, size);
  yield* manyAndMany(places, base, size);
  yield* unknownFields(places, base, size);
  yield* manyItems(places, base, size);
  yield* longTexts(places, base, size);
  yield* longAnnotations(base, size, annotations);
  yield* ofMetadata(base, size);
}

/** A long text, and many items in a place that the text is above of or next to. */
function* longAndMany(places: readonly Place[], base: object, size: BodySize): Generator<SizedBody> {
  const long = places.filter((place) => isText(typeOf(place)) && !isOfOwners(place));
  const text = 'a'.repeat(size.bytes * TEXT_PART);
  for (const place of places) {
    const type = typeOf(place);
    if (!isMany(type)) continue;
    const items = (): unknown => filled(type, { ...size, bytes: size.bytes / 5 }, mixed(innerOf(type)));
    if (place.steps.some(({ at }) => at === KEY)) {
      yield {
        name: `many ${textOf(place)} below a long key`,
        rules: `${place.declared} key`,
        make: () => withValue(base, place, items(), text),
      };
    }
    for (const carrier of long.filter((one) => isAbove(one, place))) {
      yield {
        name: `many ${textOf(place)}, long ${textOf(carrier)}`,
        rules: `${place.declared} ${carrier.declared}`,
        make: () => withValue(withValue(base, place, items()), carrier, text),
      };
    }
  }
}

/** Many items in two places of which one is above of or next to the other. */
function* manyAndMany(places: readonly Place[], base: object, { bytes, members }: BodySize): Generator<SizedBody> {
  const many = places.filter((place) => isMany(typeOf(place)) && !isOfOwners(place));
  const half = { bytes: bytes * 0.45, members: members / 2 };
  const items = (place: Place): unknown => filled(typeOf(place), half, mixed(innerOf(typeOf(place))));
  for (const place of many) {
    for (const other of many) {
      const isOuter = commonSteps(other, place) === other.steps.length;
      if (other === place || !(isOuter || (isAbove(other, place) && other.declared < place.declared))) continue;
      yield {
        name: `many ${textOf(place)}, many ${textOf(other)}`,
        rules: `${place.declared} many ${other.declared}`,
        make: () => withValue(withValue(base, other, items(other)), place, items(place)),
      };
    }
  }
}

/** Unknown fields: many, also below a long key, and a long one with many members. */
function* unknownFields(places: readonly Place[], base: object, { bytes, members }: BodySize): Generator<SizedBody> {
  const many = (): object => numberedKeys(members * 0.9, (i) => `x${i}`, 1);
  const long = 'x'.repeat(bytes * TEXT_PART);
  for (const place of places) {
    const own = structType(typeOf(place)) && sample(typeOf(place));
    if (typeof own !== 'object' || own === null) continue;
    yield {
      name: `many unknown fields of ${textOf(place)}`,
      rules: `${place.declared} many unknown`,
      make: () => withValue(base, place, { ...own, ...many() }, long),
    };
    yield {
      name: `a long unknown field of ${textOf(place)} with many members`,
      rules: `${place.declared} long unknown`,
      make: () => withValue(base, place, { ...own, [long]: many() }),
    };
  }
}

const FILLINGS: Readonly<Record<string, (type: FieldType) => Item>> = {
  distinct: (type) => (i) => numbered(type, i, 'minimal'),
  equal: (type) => () => numbered(type, 0, 'minimal'),
  whole: (type) => (i) => numbered(type, i, 'whole'),
  empty: (type) => () => (structType(type) ? {} : isText(type) ? '' : sample(type)),
  null: () => () => null,
  'equal long': (type) => () => (isText(type) ? 'a'.repeat(LONG_ITEM) : numbered(type, 0, 'whole')),
  'distinct long': (type) => (i) => (isText(type) ? `${'a'.repeat(LONG_ITEM)}${i}` : numbered(type, i, 'whole')),
};
const LONG_ITEM = 4_000;

function* manyItems(places: readonly Place[], base: object, size: BodySize): Generator<SizedBody> {
  for (const place of places) {
    const type = typeOf(place);
    if (!isMany(type)) continue;
    for (const [what, filling] of Object.entries(FILLINGS)) {
      yield {
        name: `many ${textOf(place)}, ${what}`,
        rules: `${place.declared} ${what}`,
        make: () => withValue(base, place, filled(type, size, filling(innerOf(type)))),
      };
    }
  }
}

function* longTexts(places: readonly Place[], base: object, { bytes }: BodySize): Generator<SizedBody> {
  for (const place of places) {
    const type = typeOf(place);
    const inner = isMany(type) && 'map' in type ? type.map : undefined;
    if (!isText(type) && inner === undefined) continue;
    for (const [what, part] of Object.entries(CHARACTERS)) {
      const text = (): string => longText(part, bytes);
      yield {
        name: `${inner ? 'a key' : 'a text'} of ${what} in ${textOf(place)}`,
        rules: `${place.declared} of ${what}`,
        make: () => withValue(base, place, inner ? { [text()]: sample(inner) } : text()),
      };
    }
  }
}

const longText = (part: string, bytes: number): string =>
  part.repeat((bytes * 0.95) / Buffer.byteLength(JSON.stringify(part).slice(1, -1)));

/** Kinds read some annotations as lists. */
function* longAnnotations(base: object, { bytes }: BodySize, names: readonly string[]): Generator<SizedBody> {
  const { metadata } = base as { readonly metadata: object };
  const { kind } = base as { readonly kind: string };
  for (const name of names) {
    for (const [what, part] of Object.entries(CHARACTERS)) {
      yield {
        name: `an annotation ${name} of ${what}`,
        rules: `${kind} ${name} ${what}`,
        make: () => ({ ...base, metadata: { ...metadata, annotations: { [name]: longText(part, bytes) } } }),
      };
    }
  }
}

function* ofMetadata(base: object, { bytes, members }: BodySize): Generator<SizedBody> {
  const { metadata: own } = base as { readonly metadata: object };
  const few = members * 0.9;
  const long = 'a'.repeat(bytes * TEXT_PART);
  const owner = (fieldsV1: unknown, i = 0): object => ({ manager: `m${i}`, operation: 'Update', apiVersion: 'v1', time: '2026-11-21T06:00:00Z', fieldsType: 'FieldsV1', fieldsV1 }); // prettier-ignore
  const deep = (depth: number, key: string): unknown => (depth === 0 ? {} : { [key]: deep(depth - 1, key) });
  const many = (count: number, item: Item): unknown[] => Array.from({ length: count }, (_, i) => item(i));
  const reference = (i: number): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    name: 'n'.repeat(bytes / 900),
    uid: `${i}`,
  });
  const cases: Readonly<Record<string, () => object>> = {
    'many owned fields': () => ({ managedFields: [owner({ 'f:data': numberedKeys(few, (i) => `f:k${i}`, {}) })] }),
    'many owned fields below a long key': () => ({ managedFields: [owner({ [`f:${long}`]: numberedKeys(few, (i) => `f:k${i}`, {}) })] }),
    'deep owned fields': () => ({ managedFields: [owner(deep(480, `f:${'b'.repeat(bytes / 600)}`))] }),
    'long owned values': () => ({ managedFields: [owner({ 'f:a': numberedKeys(few / 10, (i) => `v:"${i}${'a'.repeat(bytes / 400)}"`, {}) })] }),
    'many owners': () => ({ managedFields: many(few / 7, (i) => owner({ 'f:data': {} }, i)) }),
    'many owners with long names': () => ({ managedFields: many(few / 8, (i) => ({ ...owner({ 'f:data': {} }), manager: `${'m'.repeat(bytes / 500)}${i}` })) }),
    'many owners of long versions': () => ({ managedFields: many(few / 8, (i) => ({ ...owner({ 'f:data': {} }), apiVersion: `x/${'v'.repeat(bytes / 500)}${i}` })) }),
    'long references': () => ({ ownerReferences: many(few / 5, reference) }),
    'equal long references': () => ({ ownerReferences: many(few / 5, () => ({ ...reference(0), controller: true })) }),
    'long finalizers': () => ({ finalizers: many(32, (i) => `a/${'n'.repeat(bytes / 40)}${i}`) }),
    'long label keys': () => ({ labels: numberedKeys(32, (i) => `${'n'.repeat(bytes / 40)}${i}`, 'v') }),
    'invalid labels and a long name': () => ({ name: long, labels: numberedKeys(few, (i) => `/${i}`, '/') }),
  }; // prettier-ignore
  for (const [name, make] of Object.entries(cases))
    yield { name, rules: `metadata ${name}`, make: () => ({ ...base, metadata: { ...own, ...make() } }) };
}

/** As many items as fit. */
function filled(type: FieldType, { bytes, members }: BodySize, item: Item): unknown {
  const some = JSON.stringify(Array.from({ length: 6 }, (_, i) => item(1_000 + i)));
  const perItem = { bytes: some.length / 6, members: Math.max(1, countMembers(Buffer.from(some)) / 6) };
  const count = Math.max(1, Math.floor(Math.min(bytes / perItem.bytes, members / perItem.members)));
  const made = Array.from({ length: count }, (_, i) => item(i));
  return isMany(type) && 'map' in type ? Object.fromEntries(made.map((value, i) => [`k${i}`, value])) : made;
}

/** Distinct and equal ones, some with all their members. */
const mixed =
  (type: FieldType): Item =>
  (i) =>
    numbered(type, i % 3 === 1 ? 0 : i, i % 3 > 0 && i % 6 < 3 ? 'whole' : 'minimal');

/** Whether a place is next to the way to another one, or a little below something next to it. */
function isAbove(place: Place, other: Place): boolean {
  const shared = commonSteps(place, other);
  if (shared === place.steps.length || shared === other.steps.length) return false;
  return place.steps.slice(shared).filter(({ at }) => at !== ITEM && at !== KEY).length <= MOST_BELOW;
}

function commonSteps(a: Place, b: Place): number {
  let count = 0;
  while (count < a.steps.length && count < b.steps.length && a.steps[count]!.at === b.steps[count]!.at) count++;
  return count;
}

const isOfOwners = ({ steps }: Place): boolean => steps.some(({ at }) => at === 'managedFields');

const numberedKeys = (count: number, key: (i: number) => string, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [key(i), value]));
