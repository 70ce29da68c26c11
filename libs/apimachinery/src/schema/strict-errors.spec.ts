import { strictErrors } from './strict-errors.js';

describe('strict decoding errors', () => {
  const document = { metadata: { labels: { a: 1, 'b.c': 1 }, x: 1 }, items: [{ z: 1 }, { y: 1, z: 1 }], other: 1 };
  const unknown = (...unknownFields: string[]) => strictErrors(document, { unknownFields, duplicateFields: [] });

  it('have the order of the document', () =>
    expect(
      strictErrors(document, {
        unknownFields: ['other', 'items[1].z', 'metadata.labels.b.c', 'metadata.labels.a'],
        duplicateFields: ['items[0].z', 'items[1].y', 'metadata.x'],
      }),
    ).toEqual([
      'unknown field "metadata.labels.a"',
      'unknown field "metadata.labels.b.c"',
      'duplicate field "metadata.x"',
      'duplicate field "items[0].z"',
      'duplicate field "items[1].y"',
      'unknown field "items[1].z"',
      'unknown field "other"',
    ]));

  it('keep their order where the document does not have the fields', () =>
    expect(unknown('none', 'gone.x', 'metadata')).toEqual([
      'unknown field "none"',
      'unknown field "gone.x"',
      'unknown field "metadata"',
    ]));

  it('do not name an unknown field twice, nor duplicates within it', () =>
    expect(
      strictErrors(document, {
        unknownFields: ['metadata', 'items'],
        duplicateFields: ['metadata', 'metadata.x', 'items[1].y', 'item', 'items2'],
      }),
    ).toEqual([
      'duplicate field "item"',
      'duplicate field "items2"',
      'unknown field "metadata"',
      'unknown field "items"',
    ]));

  it('find a member whose name has dots, and one below it', () => {
    const dotted = { x: { 'a.b': { 'c.d': 1, e: 1 }, z: 1 } };
    const report = { unknownFields: ['x.z', 'x.a.b.e', 'x.a.b.c.d'], duplicateFields: [] };
    expect(strictErrors(dotted, report)).toEqual([
      'unknown field "x.a.b.c.d"',
      'unknown field "x.a.b.e"',
      'unknown field "x.z"',
    ]);
  });

  it.each(['.', 'a.', '['])('look up at most 260 names for a path of 20,000 times %j', (part) => {
    const lookUps = jest.spyOn(Map.prototype, 'get');
    const path = `metadata.${part.repeat(20_000)}`;
    try {
      strictErrors({ metadata: {} }, { unknownFields: [path], duplicateFields: [] });
      expect(lookUps.mock.calls.length).toBeLessThanOrEqual(260);
    } finally {
      lookUps.mockRestore();
    }
  });

  it('look up at most 260 names for a path of 250 levels', () => {
    let document: object = { x: 1 };
    for (let level = 0; level < 250; level++) document = { a: document };
    const path = 'a.'.repeat(250) + 'x';
    const lookUps = jest.spyOn(Map.prototype, 'get');
    try {
      strictErrors(document, { unknownFields: [], duplicateFields: [path] });
      // One for the members of each object, one for the name.
      expect(lookUps.mock.calls.length).toBeLessThanOrEqual(260);
    } finally {
      lookUps.mockRestore();
    }
  });
});
