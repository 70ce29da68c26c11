import fc from 'fast-check';
import { jsonView } from './json-view.js';

const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { noNullPrototype: true });
const viewed = (value: object) => jsonView(Buffer.from(JSON.stringify(value)));

/** A plain value, from the members of a view that it lists. */
const copied = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]));
};

describe('jsonView', () => {
  it('has the members of the object', () =>
    fc.assert(
      fc.property(object, (value) => expect(copied(viewed(value))).toEqual(JSON.parse(JSON.stringify(value)))),
    ));

  it('has a member without that others were read before, and no other', () =>
    fc.assert(
      fc.property(object, (value) => {
        for (const [name, member] of Object.entries(value)) {
          const view = viewed(value);
          expect([Object.hasOwn(view, name), name in view]).toEqual([true, true]);
          expect(copied(view[name])).toEqual(JSON.parse(JSON.stringify(member)));
        }
        expect(Object.hasOwn(viewed(value), 'no such member')).toBe(false);
      }),
    ));

  it('is printed as an object, and has what every object inherits only as that', () => {
    const view = viewed({ a: {} });
    expect([String(view['a']), Object.hasOwn(view, 'toString'), view['toString']]).toEqual([
      '[object Object]',
      false,
      (Object.prototype as unknown as Readonly<Record<string, unknown>>)['toString'],
    ]);
    const named = viewed(JSON.parse('{"__proto__":{"x":1},"constructor":"c"}') as object);
    expect([Object.hasOwn(named, '__proto__'), copied(named['__proto__']), named['constructor']]).toEqual([
      true,
      { x: 1 },
      'c',
    ]);
  });

  it('parses nothing but what is read', () => {
    const json = Buffer.from('{"metadata":{"labels":{"a":"b"}},"data":{"k":broken},"spec":{"x":1}}');
    const view = jsonView(json) as { metadata: { labels: object }; spec: { x: number } };
    expect([copied(view.metadata.labels), view.spec.x]).toEqual([{ a: 'b' }, 1]);
  });
});
