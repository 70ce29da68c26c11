import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies, withCbor } from '@orch/vocabulary';
import { negotiate, type AnswerShape } from './negotiate.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const [definition] = compileKinds(
  builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
  vocabularies.kubernetes,
);
const as = (kind: string, type = 'application/json', group = 'meta.k8s.io', version = 'v1') =>
  `${type};as=${kind};g=${group};v=${version}`;
const negotiated = (accept: string, shape: AnswerShape = 'list') =>
  negotiate(accept, new URLSearchParams(), shape, definition!);

describe('negotiation of the representation', () => {
  const answer: [accept: string, shape: AnswerShape, contentType: string, watchKey: string][] = [
    [PROTOBUF, 'item', PROTOBUF, 'protobuf'],
    [PROTOBUF, 'watch', `${PROTOBUF};stream=watch`, 'protobuf'],
    ['application/vnd.orch.protobuf, application/json', 'list', 'application/vnd.orch.protobuf', 'protobuf'],
    [`${as('Foo')}, application/json`, 'list', 'application/json', 'json'],
    [`${as('PartialObjectMetadataList')}, application/json`, 'list', 'application/json', 'partial meta.k8s.io/v1'],
    [as('PartialObjectMetadata', PROTOBUF), 'item', PROTOBUF, 'protobuf PartialObjectMetadata meta.k8s.io/v1'],
    [
      `${as('PartialObjectMetadataList', PROTOBUF)},${as('PartialObjectMetadataList')},application/json`,
      'list',
      PROTOBUF,
      'protobuf PartialObjectMetadata meta.k8s.io/v1',
    ],
    [
      `${as('PartialObjectMetadata', PROTOBUF, 'meta.orch.io', 'v1beta1')};stream=watch`,
      'watch',
      `${PROTOBUF};stream=watch`,
      'protobuf PartialObjectMetadata meta.orch.io/v1beta1',
    ],
    [`${as('Table', PROTOBUF)}, application/json;q=0.5`, 'list', 'application/json', 'json'],
    [`${as('Table', '*/*')}, application/json;q=0.5`, 'list', 'application/json', 'table meta.k8s.io/v1 Metadata'],
    ['application/json;as=', 'item', 'application/json', 'json'],
    ['application/json;q=0.5, application/yaml', 'list', 'application/yaml', 'undefined'],
    ['application/yaml, application/json', 'watch', 'application/json', 'json'],
  ];
  it.each(answer)('A-094 C-083 %s for a %s is %s (%s)', (accept, shape, contentType, watchKey) => {
    const found = negotiated(accept, shape);
    expect([found.contentType, String(found.watchKey)]).toEqual([contentType, watchKey]);
  });

  it.each([as('Table'), as('Table', 'application/json', 'meta.orch.io', 'v1beta1')])(
    'A-086 C-070 %s is a Table',
    (accept) => expect(negotiated(accept).watchKey).toMatch(/^table/),
  );

  it.each([as('Table', 'application/yaml'), as('PartialObjectMetadataList', 'application/yaml')])(
    'C-084 %s is YAML',
    (accept) => expect(negotiated(accept)).toMatchObject({ contentType: 'application/yaml', watchKey: undefined }),
  );

  it.each([
    as('Foo'),
    as('Table', PROTOBUF),
    as('Table', 'application/json', 'example.com'),
    as('Table', 'application/json', 'meta.k8s.io', 'v2'),
    'application/json;g=meta.k8s.io;v=v1',
    'application/yaml;v=v1',
  ])('C-069 C-083 %s is not acceptable for a list', (accept) =>
    expect(() => negotiated(accept)).toThrow(
      `only the following media types are accepted: application/json, application/yaml, ${PROTOBUF}`,
    ),
  );

  it.each(['text/html', 'application/cbor', 'application/json;q=0'])(
    'C-083 %s is not acceptable for a list: the message names all representations of the path',
    (accept) =>
      expect(() => negotiated(accept)).toThrow(
        `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${PROTOBUF}, ` +
          `application/json;stream=watch, ${PROTOBUF};stream=watch`,
      ),
  );

  it.each([
    'application/yaml',
    as('Table', 'application/yaml'),
    as('PartialObjectMetadata', 'application/yaml'),
    as('PartialObjectMetadataList', 'application/yaml'),
  ])('C-083 %s is not acceptable for a watch', (accept) =>
    expect(() => negotiated(accept, 'watch')).toThrow(
      `only the following media types are accepted: application/json;stream=watch, ${PROTOBUF};stream=watch`,
    ),
  );

  it.each([
    ['list', 'PartialObjectMetadata', 'a list (*core.ConfigMapList)'],
    ['item', 'PartialObjectMetadataList', 'not a list (*core.ConfigMap)'],
  ] as const)('C-083 a %s cannot be shown as %s', (shape, kind, why) =>
    expect(() => negotiated(as(kind), shape)).toThrow(`you requested ${kind}, but the requested object is ${why}`),
  );

  it('C-039 what is not watched has no stream', () =>
    expect(negotiated('application/json;stream=watch').contentType).toBe('application/json'));
  it.each(['item', 'list', 'watch'] as const)('%s: no other stream is known', (shape) =>
    expect(() => negotiated('application/json;stream=x', shape)).toThrow(expect.objectContaining({ code: 406 })),
  );

  const items = (kind: string, subresource = '') => {
    const [found] = compileKinds(
      builtinKinds.filter((known) => known.kind === kind),
      vocabularies.kubernetes,
    );
    return (accept: string) => negotiate(accept, new URLSearchParams(), 'item', found!, subresource);
  };
  it.each([
    ['TokenReview', ''],
    ['SelfSubjectReview', ''],
    ['SubjectAccessReview', ''],
    ['SelfSubjectAccessReview', ''],
    ['SelfSubjectRulesReview', ''],
    ['LocalSubjectAccessReview', ''],
    ['Binding', ''],
    ['Pod', 'binding'],
    ['Pod', 'eviction'],
    ['Pod', 'resize'],
    ['Pod', 'ephemeralcontainers'],
    ['ServiceAccount', 'token'],
    ['Namespace', 'finalize'],
    ['CertificateSigningRequest', 'approval'],
  ])('a %s has no Table (sub-resource %s), but metadata', (kind, subresource) => {
    const negotiatedItem = items(kind, subresource);
    expect(() => negotiatedItem(as('Table'))).toThrow('only the following media types are accepted: application/json');
    expect(negotiatedItem(`${as('Table')},application/json`).watchKey).toBe('json');
    expect(negotiatedItem(as('PartialObjectMetadata')).watchKey).toMatch(/^partial/);
  });

  it.each([
    ['ComponentStatus', ''],
    ['Pod', ''],
    ['Pod', 'status'],
    ['Deployment', 'scale'],
  ])('a %s has a Table (sub-resource %s)', (kind, subresource) =>
    expect(items(kind, subresource)(as('Table')).watchKey).toMatch(/^table/),
  );
});

describe('negotiation of CBOR', () => {
  const CBOR = 'application/cbor';
  const [offering, reviewing] = ['ConfigMap', 'SelfSubjectReview'].map(
    (name) =>
      compileKinds(
        builtinKinds.filter(({ kind }) => kind === name),
        withCbor(vocabularies.kubernetes),
      )[0]!,
  );
  const inCbor = (accept: string, shape: AnswerShape = 'list', kind = offering) =>
    negotiate(accept, new URLSearchParams(), shape, kind!);

  it.each<[accept: string, shape: AnswerShape, contentType: string, watchKey: string]>([
    [CBOR, 'item', CBOR, 'cbor json'],
    [CBOR, 'list', CBOR, 'cbor json'],
    [CBOR, 'watch', 'application/cbor-seq', 'cbor json'],
    [`${CBOR};stream=watch`, 'watch', 'application/cbor-seq', 'cbor json'],
    [as('PartialObjectMetadataList', CBOR), 'list', CBOR, 'cbor partial meta.k8s.io/v1'],
    [as('PartialObjectMetadata', CBOR), 'watch', 'application/cbor-seq', 'cbor partial meta.k8s.io/v1'],
    [`${CBOR};q=0.5,application/json`, 'list', 'application/json', 'json'],
    ['application/cbor-seq,application/json', 'watch', 'application/json', 'json'],
    [`${as('Table', CBOR)},${as('Table')}`, 'list', 'application/json', 'table meta.k8s.io/v1 Metadata'],
  ])('%s for a %s is %s (%s)', (accept, shape, contentType, watchKey) => {
    const found = inCbor(accept, shape);
    expect([found.contentType, String(found.watchKey)]).toEqual([contentType, watchKey]);
  });

  it('kinds without protobuf have CBOR', () => expect(inCbor(CBOR, 'item', reviewing).contentType).toBe(CBOR));

  it.each<[accept: string, shape: AnswerShape, message: string]>([
    [as('Table', CBOR), 'list', `only the following media types are accepted: application/json, application/yaml, ${PROTOBUF}, ${CBOR}`],
    [as('Table', CBOR), 'watch', `only the following media types are accepted: application/json, application/yaml, ${PROTOBUF}, ${CBOR}`],
    ['application/yaml', 'watch', `only the following media types are accepted: application/json;stream=watch, ${PROTOBUF};stream=watch, application/cbor-seq`],
    ['application/cbor-seq', 'item', `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${PROTOBUF}, ${CBOR}`],
    ['application/cbor-seq', 'watch', `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${PROTOBUF}, ${CBOR}, application/json;stream=watch, ${PROTOBUF};stream=watch, application/cbor-seq`],
  ])('%s is not acceptable for a %s', (accept, shape, message) => expect(() => inCbor(accept, shape)).toThrow(message)); // prettier-ignore
});
