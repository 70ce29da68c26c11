import { readFileSync } from 'node:fs';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, query, ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { CLIENT_USAGES, conditionOf, decide, pkcs10 } from '../../support/signing-requests.js';

// C-220 (who may approve and sign) needs rights per user: libs/server asserts its seam. Signing itself: built-in-signers.
describe.each(VOCABULARY_NAMES)('CertificateSigningRequests in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let requests: string;
  let spec: { request: string; signerName: string; usages: readonly string[] };
  let certificate: string;

  // Without controllers: what the test does not sign stays unsigned.
  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    requests = server.paths.requests;
    spec = {
      request: await pkcs10({ commonName: 'jane' }),
      signerName: 'example.com/s',
      usages: CLIENT_USAGES,
    };
    certificate = readFileSync(`${server.plane.dataDir}/pki/ca.crt`, 'utf8');
  });
  afterAll(() => server?.stop());

  const create = (name: string, fields: object = {}) =>
    server.create(requests, { metadata: { name }, spec: { ...spec, ...fields } });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const putStatus = (request: Body, status: object, subresource = 'status') =>
    server.put(`${requests}/${request.metadata.name}/${subresource}`, { ...request, status });
  const condition = (type: string, status: string | undefined = 'True') => ({ type, status, reason: 'Test' });

  it('C-211 C-302 A-457 is of the certificates group, cluster-scoped, pending, with its sub-resources', async () => {
    const apiVersion = `${server.vocabulary.groups.certificates}/v1`;
    const request = await create('c');
    expect(request).toMatchObject({ apiVersion, kind: 'CertificateSigningRequest' });
    expect(request.metadata).not.toHaveProperty('namespace');
    expect(request.status).toEqual({});
    expect((await server.get(requests)).body).toMatchObject({ apiVersion, kind: 'CertificateSigningRequestList' });
    for (const subresource of ['approval', 'status']) {
      const path = `${requests}/c/${subresource}`;
      expect((await server.get(path)).text).toBe((await server.get(`${requests}/c`)).text);
      expect((await server.put(path, (await server.get(path)).body)).code).toBe(200);
      expect((await server.merge(path, { metadata: { labels: { by: subresource } } })).code).toBe(200);
    }
    expect((await server.delete(`${requests}/c`)).body).toMatchObject({ kind: 'Status', status: 'Success' });
  });

  it.each([
    ['A-450', 'garbage as its request', { request: base64('garbage') }, 'spec.request FieldValueInvalid'],
    ['A-451', 'no signer', { signerName: undefined }, 'spec.signerName FieldValueRequired'],
    ['A-453 B-335', '599 seconds', { expirationSeconds: 599 }, 'spec.expirationSeconds FieldValueInvalid'],
    ['A-454', 'no usages', { usages: undefined }, 'spec.usages FieldValueRequired'],
    ['A-455', 'a usage twice', { usages: ['client auth', 'client auth'] }, 'spec.usages[1] FieldValueDuplicate'],
    ['A-456', 'an unknown usage', { usages: ['foo'] }, 'spec.usages[0] FieldValueNotSupported'],
    ['C-218', 'a signer that is not a domain and path', { signerName: 'foo' }, 'spec.signerName FieldValueInvalid'],
  ])('%s refuses %s', async (_id, _what, fields, cause) => {
    const answer = await server.post(requests, { metadata: { name: 'refused' }, spec: { ...spec, ...fields } });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([cause]);
  });

  it('C-218 refuses the legacy signer', async () => {
    const signerName = server.vocabulary.signers.legacyUnknown;
    expect((await server.post(requests, { metadata: { name: 'l' }, spec: { ...spec, signerName } })).code).toBe(422);
  });

  it('A-452 A-453 B-335 takes 600 seconds, and none', async () => {
    expect((await create('timed', { expirationSeconds: 600 })).spec['expirationSeconds']).toBe(600);
    expect((await create('untimed')).spec).not.toHaveProperty('expirationSeconds');
  });

  it('C-219 knows every usage', async () => {
    const usages =
      'signing, digital signature, content commitment, key encipherment, key agreement, data encipherment, cert sign, ' +
      'crl sign, encipher only, decipher only, any, server auth, client auth, code signing, email protection, s/mime, ' +
      'ipsec end system, ipsec tunnel, ipsec user, timestamping, ocsp signing, microsoft sgc, netscape sgc';
    expect((await create('usages', { usages: usages.split(', ') })).spec['usages']).toHaveLength(23);
  });

  it('C-212 says who asked, whatever the request says of itself', async () => {
    const { spec: kept } = await create('whose', {
      username: 'x',
      uid: 'u',
      groups: ['g'],
      extra: { a: ['b'] },
    });
    expect(kept['username']).toBe(`${server.vocabulary.product}-admin`);
    expect(kept['groups']).toEqual(['system:masters', 'system:authenticated']);
    expect(kept).not.toHaveProperty('uid');
    expect(kept).not.toHaveProperty('extra');
  });

  it('C-213 keeps its spec when it is replaced, and takes metadata', async () => {
    const request = await create('replaced');
    const answer = await server.put(`${requests}/replaced`, {
      ...request,
      metadata: { ...request.metadata, labels: { a: 'b' } },
      spec: { ...spec, signerName: 'example.com/other' },
      status: { conditions: [condition('Approved')] },
    });
    expect(answer).toMatchObject({ code: 200, body: { metadata: { labels: { a: 'b' } } } });
    expect(answer.body.spec).toEqual(request.spec);
    expect(answer.body.status).toEqual({});
  });

  it('A-489 A-457 C-217 is approved through /approval, and gets the times of its condition', async () => {
    const request = await create('approved');
    const answer = await decide(server, request, 'Approved');
    expect(answer).toMatchObject({ code: 200, body: { kind: 'CertificateSigningRequest' } });
    expect(conditionOf(answer.body, 'Approved')).toMatchObject({
      status: 'True',
      lastUpdateTime: expect.stringMatching(/Z$/),
      lastTransitionTime: expect.stringMatching(/Z$/),
    });
    expect(answer.body.status).not.toHaveProperty('certificate');
  });

  it('C-214 decides through /approval alone, once, one way, for good', async () => {
    const request = await create('decided');
    await putStatus(request, { conditions: [condition('Approved')] });
    expect(conditionOf((await server.get(`${requests}/decided`)).body, 'Approved')).toBeUndefined();
    const both = await putStatus(request, { conditions: [condition('Approved'), condition('Denied')] }, 'approval');
    expect(both.code).toBe(422);
    const fresh = (await server.get(`${requests}/decided`)).body;
    const { body: approved } = await decide(server, fresh, 'Approved');
    expect((await putStatus(approved, { conditions: [] }, 'approval')).code).toBe(422);
    const denied = [...(approved.status['conditions'] as object[]), condition('Denied')];
    expect((await putStatus(approved, { conditions: denied }, 'approval')).code).toBe(422);
  });

  it.each([
    ['A-460', 'a type twice', ['Approved', 'Approved'].map((type) => condition(type))],
    ['A-461', 'no status', [{ type: 'Approved', reason: 'Test' }]],
    ['C-215', 'a decision that is False', [condition('Denied', 'False')]],
  ])('%s refuses conditions with %s', async (id, _what, conditions) => {
    const request = await create(`conditions-${id.toLowerCase()}`);
    expect(await putStatus(request, { conditions }, 'approval')).toMatchObject({ code: 422 });
  });

  it('A-459 C-216 takes certificates through /status alone, once', async () => {
    const pair = base64(certificate + certificate);
    const request = await create('issued');
    const { body: approved } = await decide(server, request, 'Approved');
    const viaApproval = await putStatus(approved, { ...approved.status, certificate: pair }, 'approval');
    expect(viaApproval.body.status).not.toHaveProperty('certificate');

    const put = (text: string) => putStatus(viaApproval.body, { ...approved.status, certificate: text });
    expect((await put(base64(certificate.replaceAll('CERTIFICATE', 'PRIVATE KEY')))).code).toBe(422);
    const withHeader = certificate.replace('-----\n', '-----\nA: b\n\n');
    expect((await put(base64(withHeader))).code).toBe(422);
    const issued = await put(pair);
    expect(issued).toMatchObject({ code: 200, body: { status: { certificate: pair } } });
    const changed = await putStatus(issued.body, { ...issued.body.status, certificate: base64(certificate) });
    expect(changed.code).toBe(422);
  });

  it('C-241 fails through /status, for good', async () => {
    const request = await create('failed');
    const failed = await putStatus(request, { conditions: [condition('Failed')] });
    expect(failed.code).toBe(200);
    expect(conditionOf(failed.body, 'Failed')).toMatchObject({ status: 'True' });
    expect((await putStatus(failed.body, { conditions: [] })).code).toBe(422);
  });

  it('C-221 is selected by its signer', async () => {
    await create('selected', { signerName: 'example.com/selected' });
    const selector = query({ fieldSelector: 'spec.signerName=example.com/selected' });
    const { items } = (await server.get(requests + selector)).body;
    expect(items.map((item) => item.metadata.name)).toEqual(['selected']);
  });
});
