import { encodeObject, withRevision, type ApiObject } from '@orch/apimachinery';
import fc from 'fast-check';
import { metadataSpan, parseWithoutManagedFields } from './object-bytes.js';

const bytesOf = (object: object): Buffer => withRevision(encodeObject(object as ApiObject), 7);
const MANAGED = [
  { manager: 'a', operation: 'Apply', fieldsV1: { 'f:data': { 'k:{"name":"}\\""}': {} } }, subresource: 'status' },
  { manager: '"fieldsV1":{', operation: 'Update' },
  { manager: 'b', operation: 'Update', fieldsV1: {} },
];

describe('parts of the bytes of an object', () => {
  const cases: [name: string, object: object][] = [
    ['nothing but a name', { kind: 'K', apiVersion: 'v1', metadata: { name: 'x' } }],
    [
      'managed fields',
      { kind: 'K', apiVersion: 'v1', metadata: { name: 'x', managedFields: MANAGED }, data: { a: '1' } },
    ],
    [
      'texts that look like members',
      {
        kind: 'K',
        apiVersion: 'v1',
        metadata: {
          name: 'x',
          labels: { managedFields: '[{', metadata: '{', '}': '\\"' },
          annotations: { last: '{"metadata":{"managedFields":[{"fieldsV1":{}}]}}\\' },
        },
        data: { 'ü"': '}]' },
      },
    ],
    [
      'managed fields of another object inside',
      {
        kind: 'K',
        apiVersion: 'v1',
        metadata: { name: 'x' },
        spec: { template: { name: 1, metadata: { name: 'y', managedFields: MANAGED } } },
      },
    ],
  ];
  it.each(cases)('C-081 finds metadata: %s', (_name, object) => {
    const bytes = bytesOf(object);
    const { metadata } = JSON.parse(bytes.toString()) as ApiObject;
    const { start, end } = metadataSpan(bytes);
    expect(JSON.parse(bytes.toString('utf8', start, end))).toEqual(metadata);
  });
  it.each(cases)('C-063 reads all but managed fields: %s', (_name, object) => {
    const bytes = bytesOf(object);
    const { metadata, ...rest } = JSON.parse(bytes.toString()) as ApiObject;
    const { managedFields: _managed, ...shown } = metadata;
    expect(parseWithoutManagedFields(bytes, metadataSpan(bytes))).toEqual({ ...rest, metadata: shown });
  });
  it('C-081 C-063 whatever the texts are', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '\\', '{', '}', ',"managedFields":[', '"fieldsV1":{', '}]'),
    );
    const map = fc.dictionary(text, text, { noNullPrototype: true });
    const entry = fc.record(
      { manager: text, fieldsV1: fc.dictionary(text, map, { noNullPrototype: true }), more: map },
      { requiredKeys: ['manager'] },
    );
    const object = fc.record({
      metadata: fc.record(
        { name: text, labels: map, annotations: map, finalizers: fc.array(text), managedFields: fc.array(entry) },
        { requiredKeys: [] },
      ),
      data: map,
    });
    fc.assert(
      fc.property(object, (members) => {
        const bytes = bytesOf({ kind: 'K', apiVersion: 'v1', ...members });
        const parsed = JSON.parse(bytes.toString()) as ApiObject;
        const span = metadataSpan(bytes);
        expect(JSON.parse(bytes.toString('utf8', span.start, span.end))).toEqual(parsed.metadata);
        const { managedFields: _managed, ...shown } = parsed.metadata;
        expect(parseWithoutManagedFields(bytes, span)).toEqual({ ...parsed, metadata: shown });
      }),
    );
  });

  it('rejects bytes that are not an object', () =>
    expect(() => metadataSpan(Buffer.from('{"kind":"K","apiVersion":"v1"}'))).toThrow(TypeError));
});
