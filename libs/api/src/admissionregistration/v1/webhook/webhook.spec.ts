import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../../../definition/compile-kinds.js';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { builtinKinds } from '../../../kinds.js';
import type { ApiObject } from '@orch/apimachinery';

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const webhook = {
  name: 'hook.example.com',
  clientConfig: { url: 'https://example.com/hook' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const PEM = (body: string) =>
  Buffer.from(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`).toString('base64');
const service = { namespace: 'n', name: 's' };
const at = (fields: object) => ({ webhooks: [{ ...webhook, ...fields }] });
const client = (clientConfig: object) => at({ clientConfig });
const rules = (fields: object) => at({ rules: [{ ...rule, ...fields }] });

const cases: [id: string, name: string, body: object, want: string[]][] = [
  ['', 'no webhooks pass', {}, []],
  ['', 'a complete webhook', at({}), []],
  ['', 'no name', at({ name: undefined }), ['name FieldValueRequired']],
  ['D-140', 'a name of one part', at({ name: 'hook' }), ['name FieldValueInvalid']],
  ['D-140', 'a name of two parts', at({ name: 'hook.example' }), ['name FieldValueInvalid']],
  ['D-140', 'a name of three parts', at({ name: 'a.b.c' }), []],
  ['D-140', 'a name that is not a domain', at({ name: 'a_b.c.d' }), ['name FieldValueInvalid']],
  ['B-194', 'an unknown operation', rules({ operations: ['READ'] }), ['rules[0].operations[0] FieldValueNotSupported']],
  ['B-194', 'each known operation', rules({ operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] }), []],
  ['B-194', 'all operations', rules({ operations: ['*'] }), []],
  ['D-141', 'no operations', rules({ operations: [] }), ['rules[0].operations FieldValueRequired']],
  [
    'D-141',
    'all operations and one',
    rules({ operations: ['*', 'CREATE'] }),
    ['rules[0].operations FieldValueInvalid'],
  ],
  ['D-141', 'all groups and one', rules({ apiGroups: ['*', ''] }), ['rules[0].apiGroups FieldValueInvalid']],
  ['D-141', 'all versions and one', rules({ apiVersions: ['*', 'v1'] }), ['rules[0].apiVersions FieldValueInvalid']],
  ['D-141', 'an empty version', rules({ apiVersions: [''] }), ['rules[0].apiVersions[0] FieldValueRequired']],
  ['D-141', 'no resources', rules({ resources: [] }), ['rules[0].resources FieldValueRequired']],
  ['D-141', 'an empty resource', rules({ resources: [''] }), ['rules[0].resources[0] FieldValueRequired']],
  [
    'D-141',
    'sub-resources that a wildcard covers',
    rules({ resources: ['pods/*', 'pods/log'] }),
    ['rules[0].resources[1] FieldValueInvalid'],
  ],
  [
    'D-141',
    'resources that a wildcard covers',
    rules({ resources: ['*/status', 'pods/status'] }),
    ['rules[0].resources[1] FieldValueInvalid'],
  ],
  ['D-141', 'everything and one', rules({ resources: ['*/*', 'pods'] }), ['rules[0].resources FieldValueInvalid']],
  ['D-141', 'all resources and one', rules({ resources: ['*', 'pods'] }), ['rules[0].resources FieldValueInvalid']],
  ['D-141', 'all resources and a sub-resource', rules({ resources: ['*', 'pods/log'] }), []],
  ['', 'an unknown scope', rules({ scope: 'Galaxy' }), ['rules[0].scope FieldValueNotSupported']],
  ['B-218', 'a plain URL', client({ url: 'http://example.com' }), ['clientConfig.url FieldValueInvalid']],
  [
    'B-218',
    'no URL at all',
    client({ url: 'x' }),
    ['clientConfig.url FieldValueInvalid', 'clientConfig.url FieldValueInvalid'],
  ],
  ['B-218', 'no URL at all', client({ url: '::' }), ['clientConfig.url FieldValueRequired']],
  ['B-219', 'a user in the URL', client({ url: 'https://u@h' }), ['clientConfig.url FieldValueInvalid']],
  ['B-219', 'a fragment in the URL', client({ url: 'https://h/#a' }), ['clientConfig.url FieldValueInvalid']],
  ['B-219', 'a query in the URL', client({ url: 'https://h/?a=b' }), ['clientConfig.url FieldValueInvalid']],
  ['B-220', 'a URL and a service', client({ url: 'https://h', service }), ['clientConfig FieldValueRequired']],
  ['B-220', 'neither URL nor service', client({}), ['clientConfig FieldValueRequired']],
  ['B-220', 'a service', client({ service }), []],
  [
    'B-221',
    'a service without names',
    client({ service: {} }),
    ['clientConfig.service.name FieldValueRequired', 'clientConfig.service.namespace FieldValueRequired'],
  ],
  ['', 'no such port', client({ service: { ...service, port: 0 } }), ['clientConfig.service.port FieldValueInvalid']],
  ['', 'a path', client({ service: { ...service, path: '/a/b/' } }), []],
  [
    '',
    'a relative path',
    client({ service: { ...service, path: 'a' } }),
    ['clientConfig.service.path FieldValueInvalid', 'clientConfig.service.path FieldValueInvalid'],
  ],
  [
    '',
    'a path with a hole',
    client({ service: { ...service, path: '/a//b' } }),
    ['clientConfig.service.path FieldValueInvalid'],
  ],
  [
    '',
    'a path of odd names',
    client({ service: { ...service, path: '/A' } }),
    ['clientConfig.service.path FieldValueInvalid'],
  ],
  [
    '',
    'a bundle that is none',
    client({ url: 'https://h', caBundle: 'eA==' }),
    ['clientConfig.caBundle FieldValueInvalid'],
  ],
  [
    '',
    'a bundle of something else',
    client({ url: 'https://h', caBundle: PEM('eA==') }),
    ['clientConfig.caBundle FieldValueInvalid'],
  ],
  ['', 'a bundle', client({ url: 'https://h', caBundle: PEM('MAA=') }), []],
  ...[[], undefined].map((admissionReviewVersions): (typeof cases)[number] => [
    'B-226',
    `review versions ${JSON.stringify(admissionReviewVersions)}`,
    at({ admissionReviewVersions }),
    ['admissionReviewVersions FieldValueRequired'],
  ]),
  ['', 'an unknown and a known version', at({ admissionReviewVersions: ['v9', 'v1'] }), []],
  [
    'B-229',
    'only unknown versions',
    at({ admissionReviewVersions: ['v9'] }),
    ['admissionReviewVersions FieldValueInvalid'],
  ],
  [
    'B-229',
    'a version twice',
    at({ admissionReviewVersions: ['v1', 'v1'] }),
    ['admissionReviewVersions[1] FieldValueInvalid'],
  ],
  ['B-231', 'some side effects', at({ sideEffects: 'Some' }), ['sideEffects FieldValueNotSupported']],
  ['B-231', 'unknown side effects', at({ sideEffects: 'Unknown' }), ['sideEffects FieldValueNotSupported']],
  ['B-231', 'no side effects class', at({ sideEffects: undefined }), ['sideEffects FieldValueRequired']],
  ['B-231', 'side effects, but not on dry runs', at({ sideEffects: 'NoneOnDryRun' }), []],
  ['B-235', 'no time', at({ timeoutSeconds: 0 }), ['timeoutSeconds FieldValueInvalid']],
  ['B-235', 'too much time', at({ timeoutSeconds: 31 }), ['timeoutSeconds FieldValueInvalid']],
  ['B-235', 'the most time', at({ timeoutSeconds: 30 }), []],
  ['', 'an unknown failure policy', at({ failurePolicy: 'Panic' }), ['failurePolicy FieldValueNotSupported']],
  ['', 'an unknown match policy', at({ matchPolicy: 'Nearly' }), ['matchPolicy FieldValueNotSupported']],
  [
    '',
    'a bad selector',
    at({ objectSelector: { matchLabels: { '-': '' } } }),
    ['objectSelector.matchLabels FieldValueInvalid'],
  ],
];

const CONFIGURATIONS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

for (const kind of CONFIGURATIONS) {
  describe(kind, () => {
    const harness = new KindTestHarness(kind);
    for (const [id, name, body, want] of cases) {
      const wanted = want.map((path) => `webhooks[0].${path}`);
      it(`${id} ${name}`.trim(), () => expect(harness.create(body)).toEqual(wanted));
    }

    it('increments the generation when webhooks change', () => {
      const metadata = { name: 'x', generation: 4 };
      const current = { ...at({}), metadata };
      const labelled = { ...current, metadata: { ...metadata, labels: { a: 'b' } } };
      expect(harness.changed(current, labelled).metadata.generation).toBe(4);
      expect(harness.changed(current, { ...current, ...at({ timeoutSeconds: 3 }) }).metadata.generation).toBe(5);
    });
  });
}

describe('both versions of webhook configurations', () => {
  const kinds = compileKinds([...builtinKinds], vocabularies.orch);
  const { context } = new KindTestHarness('ValidatingWebhookConfiguration');
  const inVersion = (version: string, kind = 'ValidatingWebhookConfiguration') => {
    const { schema, strategy } = kinds.find((d) => d.gvk.version === version && d.gvk.kind === kind)!;
    const read = (body: object) =>
      schema.applyDefaults(
        schema.decode({ metadata: { name: 'x' }, ...body }, { unknownFields: [], duplicateFields: [] }),
      ) as ApiObject;
    const fields = (errors: readonly { field: string; reason: string }[]) =>
      errors.map(({ field, reason }) => `${field} ${reason}`);
    return {
      webhook: (body: object, index = 0) => (read(body)['webhooks'] as Record<string, unknown>[])[index]!,
      create: (body: object) => fields(strategy.validateCreate!(read(body), context)),
      update: (old: ApiObject, body: object) => fields(strategy.validateUpdate!(read(body), old, context)),
      read,
    };
  };
  const stable = inVersion('v1');
  const beta = inVersion('v1beta1');
  /** Both versions of each kind. */
  const pairs = CONFIGURATIONS.map((kind) => ({ stable: inVersion('v1', kind), beta: inVersion('v1beta1', kind) }));
  const twice = { webhooks: [webhook, webhook] };
  const bare = { webhooks: [{ ...webhook, sideEffects: undefined, admissionReviewVersions: undefined }] };

  const defaults: [ids: string, field: string, inStable: unknown, inBeta: unknown][] = [
    ['B-241 B-242 B-448', 'failurePolicy', 'Fail', 'Ignore'],
    ['B-216 B-217 B-449', 'matchPolicy', 'Equivalent', 'Exact'],
    ['B-236 B-237 B-450', 'timeoutSeconds', 10, 30],
    ['', 'namespaceSelector', {}, {}],
    ['', 'objectSelector', {}, {}],
    ['B-232', 'sideEffects', null, 'Unknown'],
    ['B-227', 'admissionReviewVersions', null, ['v1beta1']],
  ];
  for (const [ids, field, inStable, inBeta] of defaults) {
    // Rows that also specify the effect of a call are not covered here, so their ids are omitted.
    const shown = ids.replace(/B-236 ?/, '');
    it(`${shown} sets the default of ${field}`.trim(), () => {
      for (const kind of pairs)
        expect([kind.stable.webhook(bare)[field], kind.beta.webhook(bare)[field]]).toEqual([inStable, inBeta]);
    });
  }

  it('B-206 B-223 sets the default port of a service and scope of a rule', () => {
    const body = at({ clientConfig: { service }, rules: [rule] });
    expect(stable.webhook(body)).toMatchObject({
      clientConfig: { service: { port: 443 } },
      rules: [{ scope: '*' }],
    });
  });

  it('B-243 only mutating webhooks have a reinvocation policy', () => {
    const mutating = inVersion('v1', 'MutatingWebhookConfiguration');
    expect([mutating.webhook(at({}))['reinvocationPolicy'], stable.webhook(at({}))['reinvocationPolicy']]).toEqual([
      'Never',
      undefined,
    ]);
    for (const reinvocationPolicy of ['Never', 'IfNeeded'])
      expect(mutating.create(at({ reinvocationPolicy }))).toEqual([]);
    const odd = at({ reinvocationPolicy: 'Always' });
    expect(mutating.create(odd)).toEqual(['webhooks[0].reinvocationPolicy FieldValueNotSupported']);
    expect(stable.create(odd)).toEqual([]); // no field of that kind
  });

  it('B-193 B-453 only the stable version requires unique names', () => {
    for (const kind of pairs) {
      expect(kind.stable.create(twice)).toEqual(['webhooks[1].name FieldValueDuplicate']);
      for (const name of ['', undefined])
        expect(kind.stable.create(at({ name }))).toEqual(['webhooks[0].name FieldValueRequired']);
      expect(kind.beta.create(twice)).toEqual([]);
    }
  });

  it('B-232 the older version accepts any side effects', () => {
    for (const sideEffects of ['Unknown', 'Some', 'None']) expect(beta.create(at({ sideEffects }))).toEqual([]);
  });

  it('B-451 B-452 only the stable version requires side effects and review versions', () => {
    expect(stable.create(bare)).toEqual([
      'webhooks[0].sideEffects FieldValueRequired',
      'webhooks[0].admissionReviewVersions FieldValueRequired',
    ]);
    expect(beta.create(bare)).toEqual([]);
  });

  it('D-246 updates a configuration of the older version through the stable one', () => {
    const old = beta.read({ webhooks: [bare.webhooks[0], bare.webhooks[0]] });
    expect(stable.update(old, { ...old, metadata: { name: 'x', labels: { a: 'b' } } })).toEqual([]);
    expect(stable.update(stable.read(at({})), at({ sideEffects: 'Some' }))).toEqual([
      'webhooks[0].sideEffects FieldValueNotSupported',
    ]);
  });
});
