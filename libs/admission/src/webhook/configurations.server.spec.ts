import { AdmissionServer, CONFIG_MAP_RULE, REGISTRATION } from '../admission-server.fixture.js';
import type { Fields } from '../review-answers.fixture.js';

const KINDS = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'];
const SERVICE = { namespace: 'default', name: 'hook' };
const webhook = (more: Fields = {}): Fields => ({
  name: 'hook.example.com',
  clientConfig: { service: SERVICE },
  rules: [CONFIG_MAP_RULE],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
});

describe.each(KINDS)('%s of a server', (resource) => {
  let server: AdmissionServer;
  const path = `${REGISTRATION}/${resource}`;
  beforeAll(async () => (server = await AdmissionServer.start()));
  afterEach(() => server.clean());
  afterAll(() => server.close());

  /** Code, and the causes of a refusal, of a create in a dry run. */
  const outcome = async (fields: Fields) => {
    const body = { metadata: { name: 'tested' }, webhooks: [webhook(fields)] };
    const { code, json } = await server.send(`POST ${path}?dryRun=All`, body);
    const details = json['details'] as { causes: { field: string; reason: string }[] } | undefined;
    return [code, ...(details?.causes ?? []).map(({ field, reason }) => `${field} ${reason}`)];
  };

  // As in kube-apiserver, the cause names the other of both fields.
  it.each([
    [{ name: 'hook' }, 'name'],
    [{ name: 'hook', namespace: '' }, 'name'],
    [{ namespace: 'default' }, 'namespace'],
    [{ name: '', namespace: 'default' }, 'namespace'],
  ])('B-221 refuse a service that is only %j', async (service, cause) => {
    expect(await outcome({ clientConfig: { service } })).toEqual([
      422,
      `webhooks[0].clientConfig.service.${cause} FieldValueRequired`,
    ]);
    expect(await outcome({ clientConfig: { service: SERVICE } })).toEqual([201]);
  });

  const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];
  it.each<[field: string, empty: unknown, mixed: readonly string[], accepted: readonly string[]]>([
    ['operations', [], ['*', 'CREATE'], operations],
    ['apiGroups', [], ['apps', '*'], ['', 'apps']],
    ['apiVersions', [], ['v1', '*'], ['v1', 'v2']],
    ['resources', [], ['*/*', 'pods'], ['pods', 'pods/log', 'secrets']],
  ])('D-141 refuse empty %s, none, and * among others', async (field, empty, mixed, accepted) => {
    const withRule = (value: unknown) => outcome({ rules: [{ ...CONFIG_MAP_RULE, [field]: value }] });
    const at = `webhooks[0].rules[0].${field}`;
    expect(await withRule(empty)).toEqual([422, `${at} FieldValueRequired`]);
    expect(await withRule(undefined)).toEqual([422, `${at} FieldValueRequired`]);
    expect(await withRule(mixed)).toEqual([422, `${at} FieldValueInvalid`]);
    expect(await withRule(['*'])).toEqual([201]);
    expect(await withRule(accepted)).toEqual([201]);
  });

  it.each([
    [['pods/*', 'pods/log'], 1],
    [['*/status', 'pods/status'], 1],
    [['pods', 'pods/*', 'pods/exec'], 2],
  ])('D-141 refuse overlapping resources %j', async (resources, index) => {
    expect(await outcome({ rules: [{ ...CONFIG_MAP_RULE, resources }] })).toEqual([
      422,
      `webhooks[0].rules[0].resources[${index}] FieldValueInvalid`,
    ]);
  });
});

it.each(KINDS)('B-227 %s created as v1beta1 in release 1.21 name v1beta1 as their version of reviews', async (resource) => {
  const server = await AdmissionServer.start({ emulatedMinor: 21 });
  const versions = async (version: string, fields: Fields) => {
    const path = `/apis/admissionregistration.orch.io/${version}/${resource}`;
    await server.make(path, { metadata: { name: version }, webhooks: [webhook(fields)] });
    const { json } = await server.send(`GET ${path}/${version}`);
    return (json['webhooks'] as Fields[])[0]!['admissionReviewVersions'];
  };
  expect(await versions('v1beta1', { admissionReviewVersions: undefined })).toEqual(['v1beta1']);
  await expect(versions('v1', { admissionReviewVersions: undefined })).rejects.toThrow('"code":422');
  await server.close();
}); // prettier-ignore
