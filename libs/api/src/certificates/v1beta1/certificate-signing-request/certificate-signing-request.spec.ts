import type { ApiObject } from '@orch/apimachinery';
import { createPrivateKeyAndRequest } from '@orch/pki';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../../../definition/compile-kinds.js';
import type { StrategyContext } from '../../../definition/strategy.js';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { builtinKinds } from '../../../kinds.js';

const vocabulary = vocabularies.orch;
const kindOf = (version: string) =>
  compileKinds(builtinKinds, vocabulary, 21).find(
    ({ gvk }) => gvk.kind === 'CertificateSigningRequest' && gvk.version === version,
  )!;
const context: StrategyContext = {
  vocabulary,
  user: { username: 'alice', groups: [] },
  now: '2024-01-01T00:00:00Z',
  features: new ReleaseGates(21),
};

/** The object as the version stores it, and the fields of its errors. */
function created(version: string, spec: object) {
  const { schema, declaration, strategy } = kindOf(version);
  const decoded = schema.decode({ metadata: { name: 'r' }, spec }, { unknownFields: [], duplicateFields: [] });
  const filled =
    declaration.defaults?.(schema.applyDefaults(decoded) as ApiObject, vocabulary) ?? (decoded as ApiObject);
  const object = strategy.prepareForCreate!(filled, context) as ApiObject & {
    spec: { signerName: string; usages: string[] };
  };
  return { spec: object.spec, errors: strategy.validateCreate!(object, context).map(({ field }) => field) };
}

const request = async (commonName: string, organizations: string[], dnsNames: string[] = []): Promise<string> => {
  const { requestPem } = await createPrivateKeyAndRequest({ commonName, organizations, dnsNames });
  return Buffer.from(requestPem).toString('base64');
};

describe('CertificateSigningRequest v1beta1', () => {
  const node = ['system:node:n1', ['system:nodes']] as const;
  const rows: [string, string, string[], string[], string[] | undefined, string][] = [
    ['a client of a node', node[0], [...node[1]], [], ['digital signature', 'client auth'], 'orch.io/orch-apiserver-client-orchlet'], // prettier-ignore
    ['a server of a node', node[0], [...node[1]], ['n1'], ['digital signature', 'key encipherment', 'server auth'], 'orch.io/orchlet-serving'], // prettier-ignore
    ['a server without names', node[0], [...node[1]], [], ['digital signature', 'server auth'], 'orch.io/legacy-unknown'], // prettier-ignore
    ['a client with names', node[0], [...node[1]], ['n1'], ['digital signature', 'client auth'], 'orch.io/legacy-unknown'], // prettier-ignore
    ['other usages', node[0], [...node[1]], [], undefined, 'orch.io/legacy-unknown'],
    ['another subject', 'alice', [], [], ['digital signature', 'client auth'], 'orch.io/legacy-unknown'],
  ];
  for (const [name, commonName, organizations, names, usages, signer] of rows) {
    it(`D-249 defaults the signer of ${name} to ${signer}`, async () => {
      const body = { request: await request(commonName, organizations, names), ...(usages ? { usages } : {}) };
      const { spec, errors } = created('v1beta1', body);
      expect([spec.signerName, errors]).toEqual([signer, []]);
    });
  }

  it('D-249 defaults usages', async () =>
    expect(created('v1beta1', { request: await request('alice', []) }).spec.usages).toEqual([
      'digital signature',
      'key encipherment',
    ]));

  it('B-477 B-478 B-479 B-480 B-481 restricts signer and usages in v1 only', async () => {
    const body = { request: await request('alice', []) };
    const bodies: [object, string[]][] = [
      [{ ...body, usages: ['client auth'] }, ['spec.signerName']],
      [{ ...body, usages: ['client auth'], signerName: 'orch.io/legacy-unknown' }, ['spec.signerName']],
      [{ ...body, signerName: 'example.com/s' }, ['spec.usages']],
      [{ ...body, signerName: 'example.com/s', usages: ['client auth', 'client auth'] }, ['spec.usages[1]']],
      [{ ...body, signerName: 'example.com/s', usages: ['foo'] }, ['spec.usages[0]']],
    ];
    for (const [spec, errors] of bodies) {
      expect([spec, created('v1', spec).errors]).toEqual([spec, errors]);
      expect([spec, created('v1beta1', spec).errors]).toEqual([spec, []]);
    }
  });

  it('B-475 B-476 is served with v1 up to 1.21', () => {
    const versions = (minor: number) =>
      compileKinds(builtinKinds, vocabulary, minor)
        .filter(({ gvk }) => gvk.kind === 'CertificateSigningRequest')
        .map(({ gvk }) => gvk.version);
    expect([versions(21), versions(22)]).toEqual([['v1', 'v1beta1'], ['v1']]);
  });
});
