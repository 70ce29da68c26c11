import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import { fieldDropper } from '../definition/disabled-fields.js';
import type { StrategyContext } from '../definition/strategy.js';
import { ReleaseGates } from '../features/feature-gates.js';
import { builtinKinds } from '../kinds.js';

const vocabulary = vocabularies.kubernetes;
const kindIn = (version: string) =>
  compileKinds(builtinKinds, vocabulary, version === 'v1' ? undefined : 21).find(
    ({ gvk }) => gvk.kind === 'CustomResourceDefinition' && gvk.version === version,
  )!;
const context: StrategyContext = {
  vocabulary,
  user: { username: 'alice', groups: [] },
  now: '2024-01-01T00:00:00Z',
  features: new ReleaseGates(),
};

type Body = Record<string, unknown>;

const textField = { type: 'string' };
const schema = (
  properties: Body = { spec: { type: 'object', properties: { color: textField } } },
  rest: Body = {},
) => ({
  openAPIV3Schema: { type: 'object', properties, ...rest },
});
const version = (fields: Body = {}) => ({ name: 'v1', served: true, storage: true, schema: schema(), ...fields });
const definition = (spec: Body = {}, metadata: Body = {}): Body => ({
  metadata: { name: 'foos.d.example.com', ...metadata },
  spec: {
    group: 'd.example.com',
    scope: 'Namespaced',
    names: { plural: 'foos', kind: 'Foo' },
    versions: [version()],
    ...spec,
  },
});
const withVersion = (fields: Body) => definition({ versions: [version(fields)] });
/** A version with a default whose rule costs more than half of what may be spent on the defaults of one definition. */
const costly = (name: string) => {
  const rule = 'self.all(x, self.all(y, self.all(z, x + y + z >= 0)))';
  const items = { type: 'integer' };
  const list = {
    type: 'array',
    maxItems: 40,
    items,
    default: Array(32).fill(1),
    'x-kubernetes-validations': [{ rule }],
  };
  return version({ name, storage: name === 'v1', schema: schema({ a: { ...list, description: name } }) });
};
const columns = (count: number, jsonPath: string) =>
  Array.from({ length: count }, (_, i) => ({ name: `c${i}`, type: 'string', jsonPath }));
const plain = (count: number) =>
  Array.from({ length: count }, (_, i) => version({ name: `v${i + 1}`, storage: i === 0 }));
/** Versions with eight selectable fields of their own each. */
const selecting = (count: number) =>
  Array.from({ length: count }, (_, v) => {
    const names = [...'abcdefgh'].map((name) => `${name}${v}`);
    const properties = Object.fromEntries(names.map((name) => [name, textField]));
    const selectableFields = names.map((name) => ({ jsonPath: `.spec.${name}` }));
    const fields = { schema: schema({ spec: { type: 'object', properties } }), selectableFields };
    return version({ name: `v${v + 1}`, storage: v === 0, ...fields });
  });

const read = (body: Body, kind = kindIn('v1')): ApiObject => {
  const decoded = kind.schema.decode(body, { unknownFields: [], duplicateFields: [] });
  return kind.declaration.defaults!(kind.schema.applyDefaults(decoded) as ApiObject, vocabulary);
};
const created = (body: Body, kind = kindIn('v1')): ApiObject =>
  kind.strategy.prepareForCreate!(read(body, kind), context);
const texts = (errors: readonly { field: string; detail: string }[]) =>
  errors.map(({ field, detail }) => `${field}: ${detail}`);
const create = (body: Body, kind = kindIn('v1')): string[] =>
  texts(kind.strategy.validateCreate!(created(body, kind), context));
const updated = (old: ApiObject, body: Body, kind = kindIn('v1')): ApiObject =>
  kind.strategy.prepareForUpdate!({ ...read(body, kind), status: old['status'] } as ApiObject, old, context);
const update = (old: ApiObject, body: Body, kind = kindIn('v1')): string[] =>
  texts(kind.strategy.validateUpdate!(updated(old, body, kind), old, context));
const established = (object: ApiObject): ApiObject =>
  ({
    ...object,
    status: { ...(object['status'] as object), conditions: [{ type: 'Established', status: 'True' }] },
  }) as ApiObject;

const LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an " +
  "alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const URL_FORM = '; desired format: https://host[/path]';
const APPROVAL =
  'Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111';
const goVersion = (rest = '') =>
  `apiextensions.CustomResourceDefinitionVersion{Name:"v1", Served:true, Storage:${rest || 'true'}, Deprecated:false, ` +
  'DeprecationWarning:(*string)(nil), Schema:(*apiextensions.CustomResourceValidation)(nil), ' +
  'Subresources:(*apiextensions.CustomResourceSubresources)(nil), ' +
  'AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil), SelectableFields:[]apiextensions.SelectableField(nil)}';
const goVersions = (...items: string[]) => `[]apiextensions.CustomResourceDefinitionVersion{${items.join(', ')}}`;

/** Answers of kube-apiserver 1.33. */
const facts: [name: string, body: Body, want: string[]][] = [
  ['a plain definition', definition(), []],
  ['no group', definition({ group: '' }), ['metadata.name: Invalid value: "foos.d.example.com": must be spec.names.plural+"."+spec.group', 'spec.group: Required value']], // prettier-ignore
  ['a group of one part', definition({ group: 'foo' }, { name: 'foos.foo' }), ['spec.group: Invalid value: "foo": should be a domain with at least one dot']], // prettier-ignore
  ['no scope', definition({ scope: undefined }), ['spec.scope: Required value']],
  ['an odd scope', definition({ scope: 'Galaxy' }), ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"']], // prettier-ignore
  ['no versions', definition({ versions: null }), ['spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion(nil): must have exactly one version marked as storage version', 'status.storedVersions: Invalid value: []string(nil): must have at least one stored version']], // prettier-ignore
  ['no storage version', withVersion({ storage: false }), [`spec.versions: Invalid value: ${goVersions(goVersion('false'))}: must have exactly one version marked as storage version`, 'status.storedVersions: Invalid value: []string(nil): must have at least one stored version']], // prettier-ignore
  ['a version twice', definition({ versions: [version(), version({ storage: false })] }), [`spec.versions: Invalid value: ${goVersions(goVersion(), goVersion('false'))}: must contain unique version names`]], // prettier-ignore
  ['a version without a schema', withVersion({ schema: undefined }), ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required']], // prettier-ignore
  ['an odd version', withVersion({ name: 'V1' }), [`spec.versions[0].name: Invalid value: "V1": ${LABEL}`, `spec.version: Invalid value: "V1": ${LABEL}`]], // prettier-ignore
  ['no kind', definition({ names: { plural: 'foos' } }), ['spec.names.singular: Required value', 'spec.names.kind: Required value', 'spec.names.listKind: Required value']], // prettier-ignore
  ['a kind that is none', definition({ names: { plural: 'foos', kind: 'Foo_', listKind: 'Foos', singular: 'foo' } }), [`spec.names.kind: Invalid value: "Foo_": may have mixed case, but should otherwise match: ${LABEL}`]], // prettier-ignore
  ['one kind for objects and lists', definition({ names: { plural: 'foos', kind: 'Foo', listKind: 'Foo' } }), ['spec.names.listKind: Invalid value: "Foo": kind and listKind may not be the same']], // prettier-ignore
  ['very many short names', definition({ names: { plural: 'foos', kind: 'Foo', shortNames: Array.from({ length: 1_001 }, (_, i) => `f${i}`) } }), ['spec.names.shortNames: Too many: 1001: must have at most 1000 items']], // prettier-ignore
  ['odd short names and categories', definition({ names: { plural: 'foos', kind: 'Foo', shortNames: ['F'], categories: ['a.b'] } }), [`spec.names.shortNames[0]: Invalid value: "F": ${LABEL}`, `spec.names.categories[0]: Invalid value: "a.b": ${LABEL}`]], // prettier-ignore
  ['unknown fields that are kept', definition({ preserveUnknownFields: true }), ['spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead']], // prettier-ignore
  ['a warning of a version that is not deprecated', withVersion({ deprecationWarning: 'x' }), ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions']], // prettier-ignore
  ['an empty warning', withVersion({ deprecated: true, deprecationWarning: '' }), ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string']], // prettier-ignore
  ['a warning of two lines', withVersion({ deprecated: true, deprecationWarning: 'é\n' }), ['spec.versions[0].deprecationWarning: Invalid value: "é\\n": must only contain printable UTF-8 characters; non-printable character found at index 2']], // prettier-ignore
  ['scale without paths', withVersion({ subresources: { scale: {} } }), ['spec.subresources.scale.specReplicasPath: Required value', 'spec.subresources.scale.statusReplicasPath: Required value']], // prettier-ignore
  ['scale at a long path', withVersion({ subresources: { scale: { specReplicasPath: `.spec${'.a'.repeat(127)}`, statusReplicasPath: `.status${'.a'.repeat(126)}` } } }), ['spec.subresources.scale.specReplicasPath: Invalid value: "": must name at most 127 fields']], // prettier-ignore
  ['scale at other places', withVersion({ subresources: { scale: { specReplicasPath: '.status.a', statusReplicasPath: 'b', labelSelectorPath: '.metadata.c' } } }), ['spec.subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec', 'spec.subresources.scale.statusReplicasPath: Invalid value: "b": must be a simple json path starting with .', 'spec.subresources.scale.labelSelectorPath: Invalid value: ".metadata.c": should be a json path under either .spec or .status']], // prettier-ignore
  ['an empty column', withVersion({ additionalPrinterColumns: [{}] }), ['spec.additionalPrinterColumns[0].name: Required value', 'spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string', 'spec.additionalPrinterColumns[0].JSONPath: Required value']], // prettier-ignore
  ['an odd column', withVersion({ additionalPrinterColumns: [{ name: 'a', type: 'int', format: 'int16', jsonPath: 'a' }] }), ['spec.additionalPrinterColumns[0].type: Invalid value: "int": must be one of boolean,date,integer,number,string', 'spec.additionalPrinterColumns[0].format: Invalid value: "int16": must be one of byte,date,date-time,double,float,int32,int64,password', 'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .']], // prettier-ignore
  ['a column of one of two versions', definition({ versions: [version({ additionalPrinterColumns: [{ name: 'a', type: 'x', jsonPath: '.a' }] }), version({ name: 'v2', storage: false })] }), ['spec.versions[0].additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer,number,string']], // prettier-ignore
  ['a selectable field', withVersion({ selectableFields: [{ jsonPath: '.spec.color' }] }), []],
  ['a selectable object', withVersion({ selectableFields: [{ jsonPath: '.spec' }] }), ['spec.selectableFields[0].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.']], // prettier-ignore
  ['selectable fields that are none', withVersion({ selectableFields: [{ jsonPath: '.spec.nope' }, { jsonPath: 'spec' }, { jsonPath: '.spec[0]' }, { jsonPath: '.' }, {}] }), ['spec.selectableFields[0].jsonPath: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field', 'spec.selectableFields[1].jsonPath: Invalid value: "spec": is an invalid path: expected [ or . but got: spec', 'spec.selectableFields[2].jsonPath: Invalid value: ".spec[0]": is an invalid path: array notation is not allowed', 'spec.selectableFields[3].jsonPath: Invalid value: ".": is an invalid path: unexpected end of JSON path', 'spec.selectableFields[4].jsonPath: Required value']], // prettier-ignore
  ['a selectable field twice', withVersion({ selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.color' }] }), ['spec.selectableFields[1].jsonPath: Duplicate value: ".spec.color"']], // prettier-ignore
  ['too many selectable fields', withVersion({ schema: schema({ spec: { type: 'object', properties: Object.fromEntries([...'abcdefghi'].map((name) => [name, textField])) } }), selectableFields: [...'abcdefghi'].map((name) => ({ jsonPath: `.spec.${name}` })) }), ['spec.selectableFields: Too many: 9: must have at most 8 items']], // prettier-ignore
  ['defaults whose rules cost more than may be spent on one definition', definition({ versions: ['v1', 'v2'].map(costly) }), ['spec.versions[1].schema.openAPIV3Schema.properties[a].default: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run']], // prettier-ignore
  ['one such default', definition({ versions: [costly('v1')] }), []],
  ['1,000 versions', definition({ versions: plain(1_000) }), []],
  ['1,001 versions', definition({ versions: plain(1_001) }), ['spec.versions: Too many: 1001: must have at most 1000 items']], // prettier-ignore
  ['1,000 columns', withVersion({ additionalPrinterColumns: columns(1_000, '.spec.color') }), []],
  ['1,001 columns', withVersion({ additionalPrinterColumns: columns(1_001, '.spec.color') }), ['spec.additionalPrinterColumns: Too many: 1001: must have at most 1000 items']], // prettier-ignore
  ['columns with long paths', withVersion({ additionalPrinterColumns: columns(3, '.spec.color'.repeat(2_000)) }), ['spec.additionalPrinterColumns: Forbidden: paths must have at most 65536 characters together']], // prettier-ignore
  ['64 different selectable fields in all versions', definition({ versions: selecting(8) }), []],
  ['72 different selectable fields in all versions', definition({ versions: selecting(9) }), ['spec.versions: Forbidden: must have at most 64 different selectable fields in all versions']], // prettier-ignore
  ['an odd strategy', definition({ conversion: { strategy: 'Magic' } }), ['spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"']], // prettier-ignore
  ['a webhook that is not called', definition({ conversion: { strategy: 'None', webhook: { clientConfig: { url: 'https://a/' }, conversionReviewVersions: ['v1'] } } }), ['spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook', 'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook']], // prettier-ignore
  ['no webhook', definition({ conversion: { strategy: 'Webhook' } }), ['spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook', 'spec.conversion.conversionReviewVersions: Required value']], // prettier-ignore
  ['a webhook without TLS', definition({ conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'http://a/' }, conversionReviewVersions: ['v9'] } } }), [`spec.conversion.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme${URL_FORM}`, 'spec.conversion.conversionReviewVersions: Invalid value: []string{"v9"}: must include at least one of v1, v1beta1']], // prettier-ignore
  ['an invalid bundle of a definition that is not established', definition({ conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://a/', caBundle: 'eA==' }, conversionReviewVersions: ['v1'] } } }), []], // prettier-ignore
  ['a protected group', definition({ group: 'd.k8s.io' }, { name: 'foos.d.k8s.io' }), [`metadata.annotations[api-approved.kubernetes.io]: ${APPROVAL}`]], // prettier-ignore
  ['an approved group', definition({ group: 'd.k8s.io' }, { name: 'foos.d.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://example.com/1' } }), []], // prettier-ignore
  ['a group that is not approved on purpose', definition({ group: 'd.kubernetes.io' }, { name: 'foos.d.kubernetes.io', annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' } }), []], // prettier-ignore
  ['an odd approval', definition({ group: 'd.k8s.io' }, { name: 'foos.d.k8s.io', annotations: { 'api-approved.kubernetes.io': 'yes' } }), ['metadata.annotations[api-approved.kubernetes.io]: Invalid value: "yes": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111']], // prettier-ignore
  ['a root that is null', withVersion({ schema: schema({}, { nullable: true }) }), ['spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root']], // prettier-ignore
  ['a root that the status has no place in', withVersion({ subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'string' } } }), ['spec.validation.openAPIV3Schema.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled', 'spec.validation.openAPIV3Schema.type: Invalid value: "string": must be object at the root']], // prettier-ignore
  ['a schema with faults', withVersion({ schema: schema({ a: {} }) }), ['spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields']], // prettier-ignore
  ['a rule with faults', withVersion({ schema: schema({ a: { type: 'string', 'x-kubernetes-validations': [{}] } }) }), ['spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0].rule: Required value: rule is not specified']], // prettier-ignore
];

describe('CustomResourceDefinition', () => {
  for (const [name, body, want] of facts) it(name, () => expect(create(body)).toEqual(want));

  it('has defaults for names and conversion, and stores objects in the storage version', () => {
    const object = created(definition()) as unknown as { spec: Body; status: Body };
    expect(object.spec['names']).toEqual({ plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' });
    expect(object.spec['conversion']).toEqual({ strategy: 'None' });
    expect(object.status).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
  });

  it('drops a webhook without any field', () =>
    expect(created(definition({ conversion: { strategy: 'None', webhook: {} } }))).toMatchObject({
      spec: { conversion: { strategy: 'None' } },
    }));

  it('keeps any JSON in a schema, and alternatives by their type', () => {
    const parts = {
      a: { type: 'integer', default: 7, enum: [1, null], example: { b: [{}] } },
      m: { type: 'object', additionalProperties: true },
      n: { type: 'object', additionalProperties: { type: 'string' } },
      l: { type: 'array', items: { type: 'string' } },
    };
    expect(created(withVersion({ schema: schema(parts) }))).toMatchObject({
      spec: { versions: [{ schema: { openAPIV3Schema: { properties: parts } } }] },
    });
  });

  it('refuses a number where there is a boolean or a schema', () =>
    expect(() => read(withVersion({ schema: schema({ a: { additionalProperties: 3 } }) }))).toThrow(
      'boolean or JSON schema expected',
    ));

  describe('updates', () => {
    const old = established(created(definition()));
    const names = (fields: Body) => definition({ names: { plural: 'foos', kind: 'Foo', ...fields } });

    it('accept what does not change the resource', () => {
      expect(update(old, definition())).toEqual([]);
      expect(update(old, names({ shortNames: ['f'] }))).toEqual([]);
    });

    it('keep kind and scope once the names are accepted, and group and plural always', () => {
      const kind = names({ kind: 'Bar' });
      expect(update(old, kind)).toEqual(['spec.names.kind: Invalid value: "Bar": field is immutable']);
      expect(update(created(definition()), kind)).toEqual([]);
      expect(update(old, definition({ scope: 'Cluster' }))).toEqual([
        'spec.scope: Invalid value: "Cluster": field is immutable',
      ]);
      expect(update(old, definition({ group: 'e.example.com' }))).toEqual([
        'spec.group: Invalid value: "e.example.com": field is immutable',
      ]);
      expect(update(created(definition()), names({ plural: 'bars' }))).toEqual([
        'spec.names.plural: Invalid value: "bars": field is immutable',
      ]);
    });

    it('add the storage version to those in which objects may be stored, and keep those in the spec', () => {
      const moved = definition({
        versions: [version({ storage: false }), version({ name: 'v2', schema: schema({}) })],
      });
      expect(updated(old, moved)['status']).toMatchObject({ storedVersions: ['v1', 'v2'] });
      expect(update(old, moved)).toEqual([]);
      expect(update(old, definition({ versions: [version({ name: 'v2' })] }))).toEqual([
        'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must ' +
          'remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      ]);
    });

    it('check the bundle of a webhook that is in use', () => {
      const clientConfig = { url: 'https://a/', caBundle: 'eA==' };
      const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
      expect(update(old, definition({ conversion }))).toEqual([
        'spec.conversion.webhookClientConfig.caBundle: Invalid value: []byte{0x78}: unable to load root certificates: unable to parse bytes as PEM block',
      ]);
      expect(update(established(created(definition({ conversion }))), definition({ conversion }))).toEqual([]);
    });

    it('do not ask for what the current definition does not have', () => {
      const loose = { ...old, spec: { ...(old['spec'] as Body), versions: [version({ schema: schema({ a: {} }) })] } };
      expect(update(loose as unknown as ApiObject, withVersion({ schema: schema({ a: {} }) }))).toEqual([
        'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
      ]);
      const typed = (type: string) => withVersion({ schema: schema({ a: { type } }) });
      const odd = { ...old, spec: { ...(old['spec'] as Body), ...(typed('thing')['spec'] as Body) } } as ApiObject;
      expect(update(odd, typed('thing'))).toEqual([]);
      expect(update(old, typed('thing'))).toHaveLength(1);
    });
  });

  it('a status write keeps the spec, and checks names only', () => {
    const status = kindIn('v1').subresources.get('status')!;
    const old = created(definition());
    const sent = { ...old, spec: {}, status: { acceptedNames: { plural: 'A' }, storedVersions: ['v9'] } } as ApiObject;
    const written = status.prepareForUpdate(sent, old, context);
    expect(written).toEqual({ ...old, status: sent['status'] });
    expect(texts(status.validateUpdate!(written, old, context))).toEqual([
      `status.acceptedNames.plural: Invalid value: "A": ${LABEL}`,
    ]);
  });
});

it('empty conditions are stored as they were sent, absent ones as null', () => {
  const storedStatus = (status: Body) => kindIn('v1').schema.stored({ ...definition(), status })['status'];
  expect(storedStatus({ conditions: [], storedVersions: [] })).toMatchObject({ conditions: [], storedVersions: null });
  expect(storedStatus({})).toMatchObject({ conditions: null });
});

it('new rules have the functions of the release before the server, stored ones all', () => {
  const strategy = kindIn('v1').strategy;
  const at33 = { ...context, features: new ReleaseGates(33) };
  const withRule = (rule: string) =>
    read(withVersion({ schema: schema({ a: { type: 'string', 'x-kubernetes-validations': [{ rule }] } }) }));
  const [plain, semver] = [withRule('self != ""'), withRule('isSemver(self)')];
  const moved = read(
    withVersion({
      schema: schema({ a: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'isSemver(self)' }] } }),
    }),
  );
  expect(strategy.validateCreate!(semver, at33)).toHaveLength(1);
  expect(strategy.validateCreate!(semver, { ...at33, features: new ReleaseGates(34) })).toEqual([]);
  expect(strategy.validateUpdate!(semver, plain, at33)).toHaveLength(1);
  expect(strategy.validateUpdate!(moved, semver, at33)).toEqual([]);
});

describe('fields of disabled features', () => {
  const rule = { rule: 'self != oldSelf' };
  const gated = { type: 'string', 'x-kubernetes-validations': [{ ...rule, optionalOldSelf: true }] };
  const parts = (part: object) => ({
    l: { type: 'array', items: part },
    m: { type: 'object', additionalProperties: part },
    n: { type: 'object', additionalProperties: true },
  });

  it('are dropped in schemas of items and values too', () => {
    const kind = kindIn('v1');
    const drop = fieldDropper(kind.struct!, new ReleaseGates(29))!;
    const body = read(withVersion({ schema: schema(parts(gated)) }));
    const plain = read(withVersion({ schema: schema(parts({ type: 'string', 'x-kubernetes-validations': [rule] })) }));
    const schemaIn = (object: object) =>
      (object as { spec: { versions: { schema: object }[] } }).spec.versions[0]!.schema;
    expect(schemaIn(drop(body, undefined))).toEqual(schemaIn(plain));
    expect(schemaIn(drop(body, body))).toEqual(schemaIn(body));
  });
});

describe('CustomResourceDefinition in the vocabulary orch', () => {
  const orch = compileKinds(builtinKinds, vocabularies.orch).find(
    ({ gvk }) => gvk.kind === 'CustomResourceDefinition' && gvk.version === 'v1',
  )!;

  it('keeps extensions in both spellings', () => {
    const both = { type: 'object', 'x-kubernetes-map-type': 'atomic', 'x-orch-preserve-unknown-fields': true };
    const report = { unknownFields: [], duplicateFields: [] };
    const body = withVersion({ schema: schema({ a: both }) });
    expect(orch.schema.decode(body, report)).toMatchObject({
      spec: { versions: [{ schema: { openAPIV3Schema: { properties: { a: both } } } }] },
    });
    expect(report.unknownFields).toEqual([]);
  });
});

describe('CustomResourceDefinition v1beta1', () => {
  const older = kindIn('v1beta1');
  const body = (spec: Body = {}) =>
    definition({ versions: undefined, version: 'v1', scope: undefined, validation: schema(), ...spec });

  it('B-457 has defaults for versions, scope, unknown fields and review versions', () =>
    expect(created(body({ conversion: { strategy: 'Webhook', webhookClientConfig: {} } }), older)).toMatchObject({
      spec: {
        version: 'v1',
        versions: [{ name: 'v1', served: true, storage: true }],
        scope: 'Namespaced',
        preserveUnknownFields: true,
        conversion: { conversionReviewVersions: ['v1beta1'] },
      },
    }));

  it('B-457 converts what all versions have in common, and back', () => {
    const { toStored, fromStored } = older.conversion!;
    const columns = [{ name: 'A', type: 'string', JSONPath: '.a' }];
    const sent = created(
      body({ additionalPrinterColumns: columns, subresources: { status: {} }, preserveUnknownFields: false }),
      older,
    );
    const stored = toStored(sent);
    expect(stored['spec']).toMatchObject({
      versions: [
        {
          name: 'v1',
          schema: schema(),
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }],
        },
      ],
    });
    expect(fromStored(stored)).toEqual(sent);
  });

  it('validates the form that was sent', () => {
    expect(create(body(), older)).toEqual([]);
    expect(create(body({ version: 'v2', versions: [version()] }), older)).toEqual([
      'spec.validation: Forbidden: top-level and per-version schemas are mutually exclusive',
      `spec.versions: Invalid value: ${goVersions(goVersion().replace('CustomResourceValidation)(nil)', 'CustomResourceValidation)(...)'))}: per-version schemas may not all be set to identical values (top-level validation should be used instead)`,
      'spec.version: Invalid value: "v2": must match the first version in spec.versions',
    ]);
  });

  it('does not ask for schemas, and refuses defaults in them', () => {
    expect(create(body({ validation: undefined }), older)).toEqual([]);
    expect(create(body({ validation: schema({ a: { type: 'string', default: 'x' } }) }), older)).toEqual([
      expect.stringMatching(/^spec.validation.openAPIV3Schema.properties\[a\].default: Forbidden: must not be set/),
    ]);
  });

  it('B-457 is served up to 1.21', () => {
    const served = (minor: number) =>
      compileKinds(builtinKinds, vocabulary, minor)
        .filter(({ gvk }) => gvk.kind === 'CustomResourceDefinition')
        .map(({ gvk }) => gvk.version);
    expect([served(21), served(22)]).toEqual([['v1', 'v1beta1'], ['v1']]);
  });
});
