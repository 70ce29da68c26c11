import fc from 'fast-check';
import { EmbeddedJson } from './embedded-json.js';
import { withoutManagedFields } from './managed-fields-cut.js';

const cut = (text: string): string => withoutManagedFields(Buffer.from(text)).toString();

describe('withoutManagedFields', () => {
  it.each([
    ['{"metadata":{"name":"a","managedFields":[{"manager":"m"}]}}', '{"metadata":{"name":"a"}}'],
    ['{"metadata":{"managedFields":[],"name":"a"},"data":{"managedFields":[1]}}', '{"metadata":{"name":"a"},"data":{"managedFields":[1]}}'],
    ['{"metadata":{"managedFields":null}}', '{"metadata":{}}'],
    ['{"items":[{"metadata":{"managedFields":[1],"a":1}},{"metadata":{"a":[2],"managedFields":{}}},3]}', '{"items":[{"metadata":{"a":1}},{"metadata":{"a":[2]}},3]}'],
    ['{"spec":{"metadata":{"managedFields":[1]}}}', '{"spec":{"metadata":{"managedFields":[1]}}}'],
    ['{"a":"\\"}{\\\\","metadata":"managedFields","items":{"managedFields":1}}', '{"a":"\\"}{\\\\","metadata":"managedFields","items":{"managedFields":1}}'],
    ['{"rows":[{"cells":["metadata"],"object":{"metadata":{"managedFields":[1],"a":1}}},{"object":null},7]}', '{"rows":[{"cells":["metadata"],"object":{"metadata":{"a":1}}},{"object":null},7]}'],
    ['[{"metadata":{"managedFields":[1]}}]', '[{"metadata":{"managedFields":[1]}}]'],
    ['"metadata"', '"metadata"'],
    ['', ''],
  ])('makes %s to %s', (json, want) => expect(cut(json)).toBe(want)); // prettier-ignore

  it('equals JSON.parse except for the removed members, with any white space', () => {
    const names = fc.constantFrom('metadata', 'items', 'managedFields', 'a', '"\\}{', 'ä');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(1.5, 'text', ']},"metadata":{', true, null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    const isMap = (v: unknown): v is Record<string, unknown> =>
      typeof v === 'object' && v !== null && !Array.isArray(v);
    const expected = (v: unknown): unknown => {
      if (!isMap(v)) return v;
      const copy = { ...v };
      if (isMap(copy['metadata'])) {
        const { managedFields: _managedFields, ...rest } = copy['metadata'];
        copy['metadata'] = rest;
      }
      if (Array.isArray(copy['items'])) copy['items'] = copy['items'].map(expected);
      return copy;
    };
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 3), (v, indent) => {
        expect(JSON.parse(cut(JSON.stringify(v, null, indent)))).toEqual(expected(v));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('EmbeddedJson', () => {
  it('is on one line with equal content', () => {
    const json = Buffer.from('{\r\n "a": "x\\ny",\n "b": [\n1 ] }\n');
    const { text } = EmbeddedJson.of(json);
    expect(text).toBe('{   "a": "x\\ny",  "b": [ 1 ] }');
    expect(json.toString()).toContain('\r\n');
  });
});
