import type { JsonSchema } from '../schema/json-schema.js';
import { StructuralNode } from '../schema/structural-node.js';
import { compileCustomSchema } from './custom-schema.js';
import { metadataFixture } from './metadata.fixture.js';
import { StoredParts } from './stored-parts.js';

const KEYED = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: { type: 'object', properties: { name: { type: 'string' } } },
};

const node = (schema: JsonSchema): StructuralNode => new StructuralNode(schema, { metadata: metadataFixture.root });

/** Items that count how often their names are read. */
function countedItems(): { readonly items: readonly object[]; readonly reads: () => number } {
  let reads = 0;
  const item = (name: string): object => ({
    get name() {
      reads++;
      return name;
    },
  });
  return { items: [item('a'), item('b')], reads: () => reads };
}

describe('StoredParts', () => {
  const schema = (alternatives: number) =>
    compileCustomSchema(
      {
        type: 'object',
        properties: { list: KEYED, other: { type: 'string' } },
        allOf: Array.from({ length: alternatives }, () => ({ properties: { list: { minItems: 3 } } })),
      },
      { kind: { group: 's.example.com', version: 'v1', kind: 'Thing' }, metadata: metadataFixture },
    );
  const readsWith = (alternatives: number): number => {
    const { items, reads } = countedItems();
    const errors = schema(alternatives).validateUpdate(
      { list: items, other: 'new' },
      { list: [{ name: 'a' }, { name: 'b' }], other: 'old' },
    );
    expect(errors).toEqual([]);
    return reads();
  };

  it('compares a list with the stored one once, however many alternatives it does not fulfil', () => {
    expect(readsWith(100)).toBe(readsWith(1));
  });

  it('compares a part once, however many parts around it are compared', () => {
    const outer = node({ type: 'object', properties: { below: { type: 'object', properties: { list: KEYED } } } });
    const below = outer.property('below')!;
    const parts = new StoredParts();
    const { items, reads } = countedItems();
    const value = { below: { list: items } };
    const old = { below: { list: [{ name: 'a' }, { name: 'b' }] } };
    expect(parts.isUnchanged(items, old.below.list, below.property('list')!)).toBe(true);
    const once = reads();
    expect(parts.isUnchanged(value.below, old.below, below)).toBe(true);
    expect(parts.isUnchanged(value, old, outer)).toBe(true);
    expect(reads()).toBe(once);
  });

  it('compares with each of several stored values', () => {
    const parts = new StoredParts();
    const list = node(KEYED);
    const value = [{ name: 'a' }];
    expect(parts.isUnchanged(value, [{ name: 'a' }], list)).toBe(true);
    expect(parts.isUnchanged(value, [{ name: 'b' }], list)).toBe(false);
  });
});
