import { compileSchema } from './compile-schema.js';
import type { StructuralSchema } from './structural-schema.js';

const TEXT: StructuralSchema = { type: 'string' };
const PARTS: StructuralSchema = { type: 'object', properties: { name: TEXT, self: { ref: 'either' } } };

const schema = compileSchema(
  'root',
  new Map<string, StructuralSchema>([
    [
      'root',
      {
        type: 'object',
        properties: { metadata: { type: 'object' }, either: { ref: 'either' }, flag: { ref: 'flag' } },
      },
    ],
    ['either', { alternatives: [{ ref: 'parts' }, { type: 'array', items: { ref: 'parts' } }] }],
    ['flag', { alternatives: [{ type: 'boolean' }, { ref: 'parts' }] }],
    ['parts', PARTS],
  ]),
);

function read(body: object): [object: object, unknown: string[]] {
  const report = { unknownFields: [], duplicateFields: [] };
  return [schema.decode(body, report), report.unknownFields];
}

describe('a value with alternatives', () => {
  it.each<[name: string, body: object]>([
    ['an object', { either: { name: 'a' } }],
    ['a list', { either: [{ name: 'a' }, {}] }],
    ['one inside itself', { either: { self: [{ name: 'a' }] } }],
    ['a boolean', { flag: false }],
    ['an object for a boolean', { flag: { name: 'a' } }],
  ])('is %s', (_name, body) => expect(read(body)).toEqual([body, []]));

  it('drops unknown fields of each', () =>
    expect(read({ either: [{ name: 'a', no: 1 }], flag: { no: 2 } })).toEqual([
      { either: [{ name: 'a' }], flag: {} },
      ['either[0].no', 'flag.no'],
    ]));

  it('of another type is null, or refused where it may be a boolean', () => {
    expect(read({ either: 'text' })[0]).toEqual({ either: null });
    expect(() => read({ flag: 'text' })).toThrow('boolean or JSON schema expected');
    expect(() => read({ flag: [] })).toThrow('boolean or JSON schema expected');
  });

  it('is merged as any JSON', () => {
    const node = schema.root.field('either')!;
    expect([node.kind, node.items, node.field('name')]).toEqual(['any', undefined, undefined]);
  });
});
