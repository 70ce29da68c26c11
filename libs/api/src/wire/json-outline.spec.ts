import { compareBytes } from '@orch/apimachinery';
import fc from 'fast-check';
import { JsonOutline, memberName, NOWHERE, type Place } from './json-outline.js';
import { ProtobufWriter } from './protobuf-writer.js';

const outlineOf = (value: unknown): JsonOutline => {
  const outline = new JsonOutline();
  // A previous scan does not affect the next.
  outline.read(Buffer.from('{"a":[{"b":null}],"long":{}}'));
  expect(outline.read(Buffer.from(JSON.stringify(value)))).toBe(0);
  return outline;
};

/** A text as UTF-8 has it. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** The content written after its length. */
function written(write: (writer: ProtobufWriter) => void): string {
  const writer = new ProtobufWriter();
  write(writer);
  const bytes = writer.finish();
  let at = 0;
  while (bytes[at]! >= 0x80) at++;
  return bytes.toString('utf8', at + 1);
}

/** Reads everything back through the outline. */
function valueAt(outline: JsonOutline, value: unknown, at: Place): unknown {
  if (value === null) return outline.isNull(at) ? null : at;
  if (typeof value === 'string') {
    expect(outline.isText(at)).toBe(true);
    expect(written((writer) => outline.writeText(writer, at))).toBe(wellFormed(value));
    return outline.text(at);
  }
  if (typeof value === 'number') return outline.number(at);
  if (typeof value === 'boolean') return outline.isTrue(at);
  expect(written((writer) => outline.writeJson(writer, at))).toBe(JSON.stringify(value));
  const places: Place[] = [];
  for (let each = outline.last(at); each !== NOWHERE; each = outline.before(each)) places.unshift(each);
  if (Array.isArray(value)) {
    expect(places).toHaveLength(value.length);
    return value.map((item: unknown, i) => valueAt(outline, item, places[i]!));
  }
  const entries = Object.entries(value as object);
  expect(places.map((place) => written((writer) => outline.writeKey(writer, place)))).toEqual(
    entries.map(([key]) => wellFormed(key)),
  );
  const byKey = [...places]
    .sort((a, b) => outline.compareKeys(a, b))
    .map((place) => entries[places.indexOf(place)]![0]);
  expect(byKey).toEqual(entries.map(([key]) => key).sort(compareBytes));
  for (const [i, [key, member]] of entries.entries()) {
    if (key === '' || JSON.stringify(key).includes('\\')) continue;
    expect(outline.member(at, memberName(key))).toBe(member === null ? NOWHERE : places[i]);
  }
  return Object.fromEntries(entries.map(([key, member], i) => [key, valueAt(outline, member, places[i]!)]));
}

const TEXTS = [
  ...['"', '\\', '\\"', '"\\', '{', '}', '[', ']', ',', ':', '":', '\n', '\u0000', '', 'null', 'true', '__proto__'],
  ...['é', '\u{1f600}', '\ud800', '\udc00a', 'x'.repeat(62) + '\\"y', 'x'.repeat(63) + '\\\\', 'x'.repeat(200)],
  ...['"'.repeat(200), '\\'.repeat(65), `${'x'.repeat(100)}\\`, `${'x'.repeat(100)}\\"z`],
];

describe('outline of a JSON text', () => {
  const text = fc.oneof(
    fc.constantFrom(...TEXTS),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...TEXTS), { maxLength: 6 }).map((parts) => parts.join('')),
  );
  const { any } = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constantFrom(true, false, null, 0, -1, 2 ** 53, 1e300, 5e-324),
      fc.array(tie('any'), { maxLength: 5 }),
      fc.dictionary(text, tie('any'), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));

  it('finds every value, whatever the texts are', () => {
    fc.assert(
      fc.property(any, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(valueAt(outlineOf(plain), plain, 0)).toEqual(plain);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has room for more values than it began with', () => {
    const many = Array.from({ length: 600 }, (_, i) => ({ [`k${i}`]: [i] }));
    expect(valueAt(outlineOf(many), many, 0)).toEqual(many);
  });

  it.each(['', '{', '{"a":[1]', '{"a":"x', `{"a":"${'x'.repeat(100)}\\"`])('refuses %j, which does not end', (broken) =>
    expect(() => new JsonOutline().read(Buffer.from(broken))).toThrow(TypeError),
  );
});
