import fc from 'fast-check';
import type { ApiObject } from '../meta/object-meta.js';
import { encodeObject, findRevision, sameContent, withRevision } from './encode.js';

const object: ApiObject = {
  data: { a: '"resourceVersion":""' },
  metadata: {
    labels: { x: 'é' },
    resourceVersion: '77',
    name: 'größe',
    uid: 'u',
    creationTimestamp: '2024-01-01T00:00:00Z',
  },
  apiVersion: 'v1',
  kind: 'ConfigMap',
};

describe('encodeObject', () => {
  it('writes kind, apiVersion and metadata first, metadata in canonical order', () => {
    expect(encodeObject(object).bytes.toString()).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"größe","uid":"u","resourceVersion":"",' +
        '"creationTimestamp":"2024-01-01T00:00:00Z","labels":{"x":"é"}},"data":{"a":"\\"resourceVersion\\":\\"\\""}}',
    );
  });

  it('C-133 leaves out a selfLink, which only clients could have written', () => {
    const linked = { ...object, metadata: { ...object.metadata, selfLink: '/api/v1/secrets' } };
    expect(encodeObject(linked).bytes.toString()).toBe(encodeObject(object).bytes.toString());
  });

  it('does not mutate its argument', () => {
    const before = JSON.stringify(object);
    encodeObject(object);
    expect(JSON.stringify(object)).toBe(before);
  });

  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constant('"resourceVersion":"'),
    fc.constant('resourceVersion'),
  );
  const objects = fc.record({
    kind: texts,
    apiVersion: texts,
    metadata: fc.record({ name: texts, namespace: texts, generateName: texts, labels: fc.dictionary(texts, texts) }),
    data: fc.dictionary(texts, texts),
  });

  it('A-179 accepts any revision at the returned offset', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (any, revision) => {
        const encoded = encodeObject(any);
        const stamped = withRevision(encoded, revision);
        const want = { ...any, metadata: { ...any.metadata, resourceVersion: String(revision) } };
        expect(JSON.parse(stamped.toString())).toEqual(JSON.parse(JSON.stringify(want)));
        expect(findRevision(stamped)).toBe(encoded.revisionAt);
        expect(withRevision({ bytes: stamped, revisionAt: encoded.revisionAt }, 7)).toEqual(withRevision(encoded, 7));
      }),
    );
  });

  it('ignores revisions, and nothing else', () => {
    fc.assert(
      fc.property(objects, objects, fc.nat(), fc.nat(), (one, other, left, right) => {
        const stamp = (any: ApiObject, revision: number) => {
          const encoded = encodeObject(any);
          return { bytes: withRevision(encoded, revision), revisionAt: encoded.revisionAt };
        };
        expect(sameContent(stamp(one, left), stamp(one, right))).toBe(true);
        expect(sameContent(encodeObject(one), stamp(one, right))).toBe(true);
        const same = encodeObject(one).bytes.equals(encodeObject(other).bytes);
        expect(sameContent(stamp(one, left), stamp(other, right))).toBe(same);
      }),
    );
  });

  it('compares the bytes after revisions of different length', () => {
    const a = encodeObject({ metadata: { name: 'a' }, v: 'x1' });
    const b = encodeObject({ metadata: { name: 'a' }, v: 'x2' });
    expect(sameContent(a, b)).toBe(false);
  });

  it('returns undefined for bytes without a revision', () => expect(findRevision(Buffer.from('{}'))).toBeUndefined());
});
