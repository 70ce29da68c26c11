import { inDocumentOrder } from './document-order.js';

const sorted = (document: unknown, ...paths: string[]): string[] =>
  inDocumentOrder(
    document,
    paths.map((path) => ({ path, text: path })),
  ).map(({ path }) => path);

describe('faults of fields', () => {
  const document = { metadata: { labels: { a: 1, 'b.c': 1 }, x: 1 }, items: [{ z: 1 }, { y: 1, z: 1 }], other: 1 };
  it('come in the order of the document', () =>
    expect(sorted(document, 'other', 'items[1].z', 'items[0].z', 'items[1].y', 'metadata.x', 'metadata.labels.b.c', 'metadata.labels.a')).toEqual([
      'metadata.labels.a', 'metadata.labels.b.c', 'metadata.x', 'items[0].z', 'items[1].y', 'items[1].z', 'other',
    ])); // prettier-ignore
  it('keep their order where the document does not have them', () =>
    expect(sorted(document, 'none', 'gone.x', 'metadata')).toEqual(['none', 'gone.x', 'metadata']));
  it('are not sorted where they are many', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => (at === 0 ? 'other' : 'metadata'));
    expect(sorted(document, ...many)).toEqual(many);
  });
});
