import { createPrivateKeyAndRequest, parseCertificateRequest } from '@orch/pki';
import { vocabularies } from '@orch/vocabulary';
import { certificateSigningRequests, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { InMemoryApi } from '../shared/in-memory-api.js';
import { decideApproval, mayBeApproved } from './plan.js';
import { CsrApproverReconciler } from './reconciler.js';

const vocabulary = vocabularies.orch;
const signal = new AbortController().signal;
const node = { commonName: 'system:node:n1', organizations: ['system:nodes'] };
const spec = {
  signerName: vocabulary.signers.apiServerClientNode,
  usages: ['digital signature', 'key encipherment', 'client auth'],
  username: 'system:node:n1',
  groups: ['system:nodes', 'system:authenticated'],
};

async function csr(
  request: Parameters<typeof createPrivateKeyAndRequest>[0] = node,
  over: Partial<CertificateSigningRequest['spec']> = {},
): Promise<CertificateSigningRequest> {
  const { requestPem } = await createPrivateKeyAndRequest(request);
  return { metadata: { name: 'c' }, spec: { ...spec, request: Buffer.from(requestPem).toString('base64'), ...over } };
}

const bootstrap = { username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'] };
const cases = [
  { id: 'A-469', name: 'a node renews its own', approved: true },
  { id: 'A-488', name: 'a bootstrap identity brings a node in', over: bootstrap, approved: true },
  {
    id: 'A-488',
    name: 'an administrator, while there is no RBAC',
    over: { username: 'a', groups: ['system:masters'] },
    approved: true,
  },
  { id: 'A-490', name: 'not another node', over: { username: 'system:node:n2' }, approved: false },
  {
    id: 'A-490',
    name: 'not just anybody',
    over: { username: 'bob', groups: ['system:authenticated'] },
    approved: false,
  },
  { id: 'A-490', name: 'not with another organization', request: { ...node, organizations: ['x'] }, approved: false },
  {
    id: 'A-490',
    name: 'not with one more organization',
    request: { ...node, organizations: ['system:nodes', 'system:masters'] },
    approved: false,
  },
  {
    id: 'A-490',
    name: 'not with another name',
    request: { ...node, commonName: 'bob' },
    over: { username: 'bob' },
    approved: false,
  },
  {
    id: 'A-490',
    name: 'not with an empty node name',
    request: { ...node, commonName: 'system:node:' },
    over: bootstrap,
    approved: false,
  },
  {
    id: 'A-490',
    name: 'not with a usage missing',
    over: { usages: ['digital signature', 'client auth'] },
    approved: false,
  },
  { id: 'A-490', name: 'not with a usage more', over: { usages: [...spec.usages, 'server auth'] }, approved: false },
  { id: 'A-490', name: 'not with names', request: { ...node, dnsNames: ['n1'] }, approved: false },
  { id: 'A-490', name: 'not as an authority', request: { ...node, isCa: true }, approved: false },
];

describe('decision', () => {
  for (const c of cases) {
    it(`${c.id} ${c.name}`, async () => {
      const object = await csr(c.request, c.over);
      const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
      expect(decideApproval(object, info).action).toBe(c.approved ? 'approve' : 'leave');
    });
  }
  it('A-490 not with a signature that does not verify', async () => {
    const object = await csr();
    const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
    expect(decideApproval(object, { ...info, signatureValid: false }).action).toBe('leave');
  });

  const others = [
    { id: 'A-462', signerName: vocabulary.signers.apiServerClient },
    { id: 'A-475', signerName: vocabulary.signers.nodeServing },
    { id: 'A-484', signerName: 'example.com/s' },
  ];
  for (const { id, signerName } of others) {
    it(`${id} never for ${signerName}`, async () =>
      expect(mayBeApproved(await csr(node, { signerName }), vocabulary)).toBe(false));
  }
});

describe('reconciler', () => {
  const api = new InMemoryApi();
  const reconciler = new CsrApproverReconciler(
    api.lister(certificateSigningRequests),
    api.resource(certificateSigningRequests),
    vocabulary,
  );
  const key = { namespace: '', name: 'c' };
  const run = async (object: CertificateSigningRequest) => {
    api.put(certificateSigningRequests, object);
    api.writes.length = 0;
    await reconciler.reconcile(key, signal);
    return api.find(certificateSigningRequests, key)?.status?.conditions;
  };

  it('A-488 approves through /approval with reason AutoApproved, once', async () => {
    expect(await run(await csr())).toEqual([
      { type: 'Approved', status: 'True', reason: 'AutoApproved', message: expect.stringContaining('the node itself') },
    ]);
    await reconciler.reconcile(key, signal);
    expect(api.writes).toEqual(['update certificatesigningrequests/approval c']);
  });
  it('A-492 leaves a denied one alone', async () => {
    const conditions = [{ type: 'Denied', status: 'True' }];
    expect(await run({ ...(await csr()), status: { conditions } })).toEqual(conditions);
  });
  it('A-490 leaves what nobody can read', async () =>
    expect(await run(await csr(node, { request: 'bm8=' }))).toBeUndefined());
  it('what changed since it was judged is judged anew', async () => {
    const stale = api.put(certificateSigningRequests, await csr());
    api.put(certificateSigningRequests, { ...stale, spec: { ...stale.spec, username: 'bob' } });
    const behind = new CsrApproverReconciler(
      { ...api.lister(certificateSigningRequests), get: () => stale },
      api.resource(certificateSigningRequests),
      vocabulary,
    );
    await expect(behind.reconcile(key, signal)).rejects.toMatchObject({ reason: 'Conflict' });
  });
});
