import { X509Certificate } from 'node:crypto';
import { ApiError, FakeClock } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { silentLogger, TerminalError } from '@orch/controller-kit';
import {
  certificateValidity,
  createCertificateAuthority,
  createPrivateKeyAndRequest,
  parseCertificateRequest,
  type CertificateAndKey,
} from '@orch/pki';
import { requestWithSubject } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { certificateSigningRequests, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { planValidity, ruleToSign } from './plan.js';
import { CsrSignerReconciler } from './reconciler.js';
import { signerRules } from './signer-rules.js';

const vocabulary = vocabularies.orch;
const { apiServerClient, apiServerClientNode, nodeServing, legacyUnknown } = vocabulary.signers;
const rules = signerRules(vocabulary);
const signal = new AbortController().signal;
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

const node = { commonName: 'system:node:n1', organizations: ['system:nodes'] };
const serving = { ...node, dnsNames: ['n1'] };
const client = ['digital signature', 'key encipherment', 'client auth'];
const server = ['digital signature', 'key encipherment', 'server auth'];
type Request = Parameters<typeof createPrivateKeyAndRequest>[0];

const cases: { id: string; name: string; signer: string; request: Request; usages: string[]; refused?: RegExp }[] = [
  {
    id: 'A-463',
    name: 'any subject',
    signer: apiServerClient,
    request: { commonName: 'any', organizations: ['x'] },
    usages: client,
  },
  {
    id: 'A-465',
    name: 'names are allowed',
    signer: apiServerClient,
    request: { commonName: 'u', dnsNames: ['a'], emails: ['a@b.c'] },
    usages: ['client auth'],
  },
  {
    id: 'A-464',
    name: 'the group of administrators',
    signer: apiServerClient,
    request: { commonName: 'u', organizations: ['x', 'system:masters'] },
    usages: client,
    refused: /"system:masters" is not allowed/,
  },
  {
    id: 'A-471',
    name: 'a name that no node can have',
    signer: apiServerClientNode,
    request: { ...node, commonName: 'system:node:N1' },
    usages: client,
    refused: /name of a node/,
  },
  {
    id: 'A-467',
    name: 'client auth is needed',
    signer: apiServerClient,
    request: { commonName: 'u' },
    usages: ['digital signature'],
    refused: /must include "client auth"/,
  },
  {
    id: 'A-468',
    name: 'server auth is not allowed',
    signer: apiServerClient,
    request: { commonName: 'u' },
    usages: [...client, 'server auth'],
    refused: /"server auth" is not allowed/,
  },
  {
    id: 'A-482',
    name: 'no authority',
    signer: apiServerClient,
    request: { commonName: 'u', isCa: true },
    usages: client,
    refused: /authority/,
  },
  { id: 'A-474', name: 'a node client', signer: apiServerClientNode, request: node, usages: client },
  {
    id: 'A-470',
    name: 'another organization',
    signer: apiServerClientNode,
    request: { ...node, organizations: ['other'] },
    usages: client,
    refused: /organization/,
  },
  {
    id: 'A-470',
    name: 'one more organization',
    signer: apiServerClientNode,
    request: { ...node, organizations: ['system:nodes', 'x'] },
    usages: client,
    refused: /organization/,
  },
  {
    id: 'A-471',
    name: 'another common name',
    signer: apiServerClientNode,
    request: { ...node, commonName: 'bob' },
    usages: client,
    refused: /common name/,
  },
  {
    id: 'A-473',
    name: 'a DNS name',
    signer: apiServerClientNode,
    request: serving,
    usages: client,
    refused: /alternative names/,
  },
  {
    id: 'A-473',
    name: 'an address',
    signer: apiServerClientNode,
    request: { ...node, ipAddresses: ['10.0.0.1'] },
    usages: client,
    refused: /alternative names/,
  },
  {
    id: 'A-474',
    name: 'a usage missing',
    signer: apiServerClientNode,
    request: node,
    usages: client.slice(1),
    refused: /exactly/,
  },
  {
    id: 'A-474',
    name: 'a usage more',
    signer: apiServerClientNode,
    request: node,
    usages: [...client, 'server auth'],
    refused: /exactly/,
  },
  {
    id: 'A-482',
    name: 'no authority for nodes',
    signer: apiServerClientNode,
    request: { ...node, isCa: true },
    usages: client,
    refused: /authority/,
  },
  {
    id: 'A-478',
    name: 'DNS names and addresses',
    signer: nodeServing,
    request: { ...serving, ipAddresses: ['10.0.0.1'] },
    usages: server,
  },
  {
    id: 'A-476',
    name: 'another organization',
    signer: nodeServing,
    request: { ...serving, organizations: ['x'] },
    usages: server,
    refused: /organization/,
  },
  {
    id: 'A-477',
    name: 'another common name',
    signer: nodeServing,
    request: { ...serving, commonName: 'n1' },
    usages: server,
    refused: /common name/,
  },
  {
    id: 'A-479',
    name: 'an email',
    signer: nodeServing,
    request: { ...serving, emails: ['a@b.c'] },
    usages: server,
    refused: /email/,
  },
  {
    id: 'A-479',
    name: 'a URI',
    signer: nodeServing,
    request: { ...serving, uris: ['https://x/'] },
    usages: server,
    refused: /URI/,
  },
  {
    id: '',
    name: 'any subject, names and usages',
    signer: legacyUnknown,
    request: { ...node, dnsNames: ['a'], emails: ['a@b.c'] },
    usages: ['server auth', 'code signing'],
  },
  { id: 'A-480', name: 'no name at all', signer: nodeServing, request: node, usages: server, refused: /at least one/ },
  { id: 'A-481', name: 'client auth', signer: nodeServing, request: serving, usages: client, refused: /exactly/ },
  {
    id: 'A-481',
    name: 'a usage missing',
    signer: nodeServing,
    request: serving,
    usages: server.slice(1),
    refused: /exactly/,
  },
  {
    id: 'A-482',
    name: 'no authority for servers',
    signer: nodeServing,
    request: { ...serving, isCa: true },
    usages: server,
    refused: /authority/,
  },
];

describe('rules', () => {
  for (const c of cases) {
    it(`${c.id ? `${c.id} ` : ''}${c.signer}: ${c.name}${c.refused ? ' is refused' : ''}`, async () => {
      const info = await parseCertificateRequest((await createPrivateKeyAndRequest(c.request)).requestPem);
      const refusal = rules.get(c.signer)!.refuse(info, c.usages);
      if (c.refused) expect(refusal).toMatch(c.refused);
      else expect(refusal).toBeUndefined();
    });
  }
  it.each([
    [vocabularies.kubernetes.signers.apiServerClientNode, node, client],
    [vocabularies.kubernetes.signers.nodeServing, serving, server],
  ])('takes requests for %s without key encipherment in the vocabulary kubernetes', async (signer, request, usages) => {
    const info = await parseCertificateRequest((await createPrivateKeyAndRequest(request)).requestPem);
    const rule = signerRules(vocabularies.kubernetes).get(signer)!;
    const without = usages.filter((usage) => usage !== 'key encipherment');
    expect(rule.refuse(info, without)).toBeUndefined();
    expect(rule.refuse(info, without.slice(1))).toMatch(/exactly/);
  });
  it('a signature that does not verify is refused by every signer', async () => {
    const info = await parseCertificateRequest((await createPrivateKeyAndRequest(node)).requestPem);
    for (const rule of rules.values())
      expect(rule.refuse({ ...info, signatureValid: false }, client)).toMatch(/signature/);
  });
  it.each([512, 1024, undefined])('an RSA key of %s bits is refused by every signer', async (rsaBits) => {
    const request = await createPrivateKeyAndRequest({ ...node, keyType: 'RSA' });
    const info = await parseCertificateRequest(request.requestPem);
    expect(rules.get(apiServerClientNode)!.refuse(info, client)).toBeUndefined();
    for (const rule of rules.values()) expect(rule.refuse({ ...info, rsaBits }, client)).toMatch(/at least 2048 bits/);
  });
  it('several common names are refused by every signer', async () => {
    const names = ['system:node:n1', 'system:node:n2'].map((value) => [{ type: 'CN', value }] as const);
    const { requestPem } = requestWithSubject([[{ type: 'O', value: 'system:nodes' }], ...names]);
    const info = await parseCertificateRequest(requestPem);
    for (const rule of rules.values()) expect(rule.refuse(info, client)).toMatch(/several common names/);
  });
  it('an empty organization is refused by every signer', async () => {
    const subject = ['system:nodes', ''].map((value) => [{ type: 'O', value }] as const);
    const { requestPem } = requestWithSubject([...subject, [{ type: 'CN', value: 'system:node:n1' }]]);
    const info = await parseCertificateRequest(requestPem);
    for (const rule of rules.values()) expect(rule.refuse(info, client)).toMatch(/an empty organization/);
  });
  it('both vocabularies have the same signers', () => {
    for (const one of Object.values(vocabularies)) {
      const { signers } = one;
      expect([...signerRules(one).keys()]).toEqual([
        signers.apiServerClient,
        signers.apiServerClientNode,
        signers.nodeServing,
        signers.legacyUnknown,
      ]);
    }
  });
});

describe('signed requests', () => {
  const of = (signerName: string, conditions: string[], certificate?: string): CertificateSigningRequest => ({
    metadata: { name: 'c' },
    spec: { request: '', signerName },
    status: {
      conditions: conditions.map((type) => ({ type, status: 'True' })),
      ...(certificate ? { certificate } : {}),
    },
  });
  const table = [
    { id: 'A-493', name: 'approved', csr: of(apiServerClient, ['Approved']), want: true },
    { id: 'A-492', name: 'denied', csr: of(apiServerClient, ['Denied']), want: false },
    { id: 'A-492', name: 'approved and denied', csr: of(apiServerClient, ['Approved', 'Denied']), want: false },
    { id: 'A-492', name: 'failed', csr: of(apiServerClient, ['Approved', 'Failed']), want: false },
    { id: 'A-493', name: 'pending', csr: of(apiServerClient, []), want: false },
    { id: 'A-493', name: 'issued', csr: of(apiServerClient, ['Approved'], 'x'), want: false },
    { id: 'A-484', name: 'of a custom signer', csr: of('example.com/s', ['Approved']), want: false },
  ];
  for (const c of table)
    it(`${c.id} ${c.name}: ${c.want}`, () => expect(ruleToSign(c.csr, rules) !== undefined).toBe(c.want));
});

describe('validity', () => {
  const csr = (expirationSeconds?: number): CertificateSigningRequest => ({
    metadata: {},
    spec: { request: '', signerName: '', ...(expirationSeconds === undefined ? {} : { expirationSeconds }) },
  });
  const now = Date.UTC(2024, 0, 1);
  const table = [
    {
      id: 'A-483',
      name: 'an hour asked for, from now on',
      seconds: 3600,
      durationMs: YEAR,
      want: [now - 300_000, now + HOUR],
    },
    {
      id: 'B-336',
      name: 'one year without expirationSeconds',
      seconds: undefined,
      durationMs: YEAR,
      want: [now - 300_000, now - 300_000 + YEAR],
    },
    {
      id: 'B-337',
      name: 'the option',
      seconds: undefined,
      durationMs: 24 * HOUR,
      want: [now - 300_000, now - 300_000 + 24 * HOUR],
    },
    {
      id: 'B-338',
      name: 'ten years asked for give the option',
      seconds: 10 * 365 * 86_400,
      durationMs: YEAR,
      want: [now - 300_000, now - 300_000 + YEAR],
    },
    {
      id: 'B-338',
      name: 'an option below expirationSeconds',
      seconds: 7200,
      durationMs: HOUR,
      want: [now - 300_000, now + HOUR],
    },
  ];
  for (const c of table) {
    it(`${c.id} ${c.name}`, () => {
      const { notBeforeMs, notAfterMs } = planValidity(csr(c.seconds), c.durationMs, now);
      expect([notBeforeMs, notAfterMs]).toEqual(c.want);
    });
  }
});

describe('reconciler', () => {
  const api = new InMemoryApi();
  const clock = new FakeClock(Date.UTC(2024, 5, 1));
  const key = { namespace: '', name: 'c' };
  let ca: CertificateAndKey | undefined;
  let authority: CertificateAndKey;
  const reconciler = new CsrSignerReconciler(
    api.lister(certificateSigningRequests),
    api.resource(certificateSigningRequests),
    { rules, authority: { load: () => Promise.resolve(ca) }, signingDurationMs: YEAR },
    clock,
    silentLogger,
  );
  beforeAll(async () => {
    authority = await createCertificateAuthority({
      commonName: 'ca',
      notBeforeMs: clock.now() - HOUR,
      validityDays: 3650,
    });
  });
  beforeEach(() => (ca = authority));

  const approved = [{ type: 'Approved', status: 'True', reason: 'x' }];
  async function put(request: Request, over: Partial<CertificateSigningRequest['spec']> = {}, conditions = approved) {
    const { requestPem } = await createPrivateKeyAndRequest(request);
    const spec = {
      request: Buffer.from(requestPem).toString('base64'),
      signerName: apiServerClient,
      usages: client,
      ...over,
    };
    api.put(certificateSigningRequests, { metadata: { name: 'c' }, spec, status: { conditions } });
  }
  const run = async () => {
    const result = await reconciler.reconcile(key, signal);
    return { result, status: api.find(certificateSigningRequests, key)!.status! };
  };
  const pem = (certificate: string | undefined) => Buffer.from(certificate ?? '', 'base64').toString();

  for (const keyType of ['EC', 'RSA', 'Ed25519'] as const) {
    it(`A-493 signs an approved ${keyType} request, and keeps its approval`, async () => {
      await put({ commonName: 'u', organizations: ['g'], dnsNames: ['a.example'], keyType });
      const { status } = await run();
      const certificate = new X509Certificate(pem(status.certificate));
      expect(certificate.checkIssued(new X509Certificate(authority.certificatePem))).toBe(true);
      expect(certificate.subject).toBe('O=g\nCN=u');
      expect(certificate.subjectAltName).toBe('DNS:a.example');
      expect(certificate.ca).toBe(false);
      expect(status.conditions).toEqual(approved);
    });
  }
  it('A-483 a requested lifetime of an hour is issued', async () => {
    await put({ commonName: 'u' }, { expirationSeconds: 3600 });
    const { status } = await run();
    expect(certificateValidity(pem(status.certificate))).toEqual({
      notBeforeMs: clock.now() - 300_000,
      notAfterMs: clock.now() + HOUR,
    });
  });
  it('C-222 a refused request fails with reason SignerValidationFailure and no certificate', async () => {
    await put({ commonName: 'u' }, { usages: ['digital signature'] });
    const { status } = await run();
    expect(status.certificate).toBeUndefined();
    expect(status.conditions).toEqual([
      ...approved,
      {
        type: 'Failed',
        status: 'True',
        reason: 'SignerValidationFailure',
        message: expect.stringContaining('client auth'),
      },
    ]);
  });
  it('C-222 so does a malformed one', async () => {
    await put({ commonName: 'u' }, { request: Buffer.from('junk').toString('base64') });
    expect((await run()).status.conditions?.[1]).toMatchObject({ type: 'Failed', reason: 'SignerValidationFailure' });
  });
  it('C-222 so does one whose subject has another string type', async () => {
    const subject = [[{ type: 'O', value: 'system:masters', tag: 0x12 }], [{ type: 'CN', value: 'eve' }]] as const;
    await put({ commonName: 'u' }, { request: Buffer.from(requestWithSubject(subject).requestPem).toString('base64') });
    const { status } = await run();
    expect(status.certificate).toBeUndefined();
    expect(status.conditions?.[1]).toMatchObject({ type: 'Failed', reason: 'SignerValidationFailure' });
  });
  const refusals = [
    ApiError.badRequest('no'),
    new ApiError('Invalid', 'no certificate'),
    new ApiError('RequestEntityTooLarge', 'too large'),
  ];
  it.each(refusals)('C-222 so does one whose certificate the server refuses: $reason', async (refusal) => {
    api.failNext('update', certificateSigningRequests, refusal);
    await put({ commonName: 'u' });
    const { status, result } = await run();
    expect(status.conditions?.[1]).toMatchObject({
      type: 'Failed',
      reason: 'SignerValidationFailure',
      message: `the certificate was refused: ${refusal.message}`,
    });
    expect([status.certificate, result.requeueAfterMs]).toEqual([undefined, undefined]);
  });
  it('C-222 does not retry a request whose condition update is rejected too', async () => {
    for (let i = 0; i < 2; i++) api.failNext('update', certificateSigningRequests, new ApiError('Invalid', 'no'));
    await put({ commonName: 'u' });
    await expect(run()).rejects.toBeInstanceOf(TerminalError);
  });
  it.each(['Conflict', 'Forbidden', 'ServiceUnavailable'] as const)(
    'a retryable error does not fail the request: %s',
    async (reason) => {
      api.failNext('update', certificateSigningRequests, new ApiError(reason, 'not now'));
      await put({ commonName: 'u' });
      await expect(run()).rejects.toMatchObject({ reason });
      expect((await run()).status.certificate).toBeDefined();
    },
  );
  it('C-223 keeps a request approved while there is no CA', async () => {
    ca = undefined;
    await put({ commonName: 'u' });
    const { result, status } = await run();
    expect(status).toEqual({ conditions: approved });
    expect(result.requeueAfterMs).toBeGreaterThan(0);
  });
  it('retries with an unusable CA, without failing the request', async () => {
    ca = { ...authority, privateKeyPem: 'junk' };
    await put({ commonName: 'u' });
    await expect(run()).rejects.toMatchObject({ code: 'InvalidAuthority' });
    expect(api.find(certificateSigningRequests, key)?.status).toEqual({ conditions: approved });
  });
  it('A-492 a denied request is never signed', async () => {
    await put({ commonName: 'u' }, {}, [{ type: 'Denied', status: 'True', reason: 'x' }]);
    expect((await run()).status.certificate).toBeUndefined();
  });
  it('A-484 ignores a custom signer', async () => {
    await put({ commonName: 'u' }, { signerName: 'example.com/s' });
    expect((await run()).status).toEqual({ conditions: approved });
  });
});
