import { InMemoryApi } from '@orch/client-testing';
import { createPrivateKeyAndRequest, parseCertificateRequest } from '@orch/pki';
import { requestWithSubject } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { certificateSigningRequests, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { decideApproval, mayBeApproved } from './plan.js';
import { CsrApproverReconciler } from './reconciler.js';
import type { SubjectAccessReview } from './subject-access-review.js';

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
  { id: 'A-469', name: 'a node renews its own', by: 'selfnodeclient' },
  { id: 'A-488', name: 'a bootstrap identity brings a node in', over: bootstrap, by: 'nodeclient' },
  {
    id: 'A-488',
    name: 'an administrator',
    over: { username: 'a', groups: ['system:masters'] },
    by: 'nodeclient',
  },
  {
    id: 'A-490',
    name: 'another node, by the right to bring nodes in',
    over: { username: 'system:node:n2' },
    by: 'nodeclient',
  },
  { id: 'A-490', name: 'not with another organization', request: { ...node, organizations: ['x'] }, by: undefined },
  {
    id: 'A-490',
    name: 'not with one more organization',
    request: { ...node, organizations: ['system:nodes', 'system:masters'] },
    by: undefined,
  },
  {
    id: 'A-490',
    name: 'not with another name',
    request: { ...node, commonName: 'bob' },
    over: { username: 'bob' },
    by: undefined,
  },
  {
    id: 'A-490',
    name: 'not with an empty node name',
    request: { ...node, commonName: 'system:node:' },
    over: bootstrap,
    by: undefined,
  },
  {
    id: 'A-490',
    name: 'not with a usage missing',
    over: { usages: ['digital signature', 'client auth'] },
    by: undefined,
  },
  { id: 'A-490', name: 'not with a usage more', over: { usages: [...spec.usages, 'server auth'] }, by: undefined },
  { id: 'A-490', name: 'not with names', request: { ...node, dnsNames: ['n1'] }, by: undefined },
  { id: 'A-490', name: 'not as an authority', request: { ...node, isCa: true }, by: undefined },
];

describe('decision', () => {
  for (const c of cases) {
    it(`${c.id} ${c.name}`, async () => {
      const object = await csr(c.request, c.over);
      const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
      expect(decideApproval(object, info, vocabulary)).toMatchObject(
        c.by ? { action: 'ask', subresource: c.by } : { action: 'leave' },
      );
    });
  }
  it('takes requests without key encipherment in the vocabulary kubernetes, as newer kubelets make them', async () => {
    const object = await csr(node, { usages: ['digital signature', 'client auth'] });
    const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
    expect(decideApproval(object, info, vocabularies.kubernetes)).toMatchObject({ subresource: 'selfnodeclient' });
  });
  it('A-490 not with a signature that does not verify', async () => {
    const object = await csr();
    const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
    expect(decideApproval(object, { ...info, signatureValid: false }, vocabulary).action).toBe('leave');
  });

  const twice = [[{ type: 'CN', value: 'system:node:n1' }], [{ type: 'CN', value: 'system:node:n2' }]] as const;
  it.each([
    ['its own name last', twice.toReversed()],
    ['its own name first', twice],
    ['both in one set', [twice.flat()]],
    ['a user name first', [[{ type: 'CN', value: 'root' } as const], ...twice.slice(0, 1)]],
  ])('A-490 leaves a subject with several common names alone: %s', async (_name, names) => {
    const { requestPem } = requestWithSubject([[{ type: 'O', value: 'system:nodes' }], ...names]);
    expect(decideApproval(await csr(), await parseCertificateRequest(requestPem), vocabulary).action).toBe('leave');
  });

  // Names that no Node can have, so that only a mistake or an attack asks for them.
  const strange = [
    'N1',
    'n1.',
    '.n1',
    ' n1',
    'n1 ',
    'n1/x',
    'nоde',
    'n1\u200b',
    'n_1',
    'n1:n2',
    `${'a'.repeat(254)}`,
    '..',
  ];
  it.each(strange)('A-490 leaves the common name system:node:%s alone', async (name) => {
    const commonName = `system:node:${name}`;
    const object = await csr({ ...node, commonName }, { username: commonName });
    const info = await parseCertificateRequest(Buffer.from(object.spec.request, 'base64').toString());
    expect(decideApproval(object, info, vocabulary).action).toBe('leave');
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
  const asked: unknown[] = [];
  let allowed = true;
  const reviews = {
    create: async (review: SubjectAccessReview) => {
      asked.push(review.spec);
      return { ...review, status: { allowed } };
    },
  };
  const reconciler = new CsrApproverReconciler(
    api.lister(certificateSigningRequests),
    api.resource(certificateSigningRequests),
    reviews,
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
  it('D-100 reviews access of the creator, and leaves the request alone while denied', async () => {
    allowed = false;
    asked.length = 0;
    expect(await run(await csr(node, bootstrap))).toBeUndefined();
    expect(asked).toEqual([
      {
        user: bootstrap.username,
        groups: bootstrap.groups,
        resourceAttributes: {
          verb: 'create',
          group: vocabulary.groups.certificates,
          version: '*',
          resource: 'certificatesigningrequests',
          subresource: 'nodeclient',
        },
      },
    ]);
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 30_000 });
    allowed = true;
    expect(await run(await csr(node, bootstrap))).toMatchObject([{ type: 'Approved' }]);
  });
  it('A-492 leaves a denied one alone', async () => {
    const conditions = [{ type: 'Denied', status: 'True' }];
    expect(await run({ ...(await csr()), status: { conditions } })).toEqual(conditions);
  });
  it('A-490 leaves a malformed request alone', async () =>
    expect(await run(await csr(node, { request: 'bm8=' }))).toBeUndefined());
  it('fails with Conflict when the request changed since it was read', async () => {
    const stale = api.put(certificateSigningRequests, await csr());
    api.put(certificateSigningRequests, { ...stale, spec: { ...stale.spec, username: 'bob' } });
    const behind = new CsrApproverReconciler(
      { ...api.lister(certificateSigningRequests), get: () => stale },
      api.resource(certificateSigningRequests),
      reviews,
      vocabulary,
    );
    await expect(behind.reconcile(key, signal)).rejects.toMatchObject({ reason: 'Conflict' });
  });
});
