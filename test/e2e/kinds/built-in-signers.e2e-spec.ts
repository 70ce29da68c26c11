import { X509Certificate } from 'node:crypto';
import { builtinResources, type ResourceClient } from '@orch/client';
import type { CertificateSigningRequest } from '@orch/api';
import type { RequestTemplate } from '@orch/pki';
import { untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { CLIENT_USAGES, conditionOf, decide, pkcs10, SERVING_USAGES } from '../../support/signing-requests.js';

type Signer = 'apiServerClient' | 'apiServerClientNode' | 'nodeServing';

// A-485 is a duty of documentation. Keys, chains and extensions as openssl sees them: signing-requests.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('the built-in signers in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let client: ResourceClient<CertificateSigningRequest>;

  beforeAll(async () => {
    server = await ResourceServer.start({
      vocabulary,
      command: 'managed',
      controllerFlags: ['--cluster-signing-duration=48h'],
    });
    client = server.plane.client.resource<CertificateSigningRequest>(builtinResources.certificateSigningRequests);
  });
  afterAll(() => server?.stop());

  const ask = async (
    name: string,
    signer: Signer,
    template: RequestTemplate,
    usages: readonly string[],
    fields: object = {},
  ): Promise<Body> =>
    server.create(server.paths.requests, {
      metadata: { name },
      spec: {
        request: await pkcs10(template),
        signerName: server.vocabulary.signers[signer],
        usages,
        ...fields,
      },
    });
  const until = async (name: string, what: string, wanted: (request: Body) => boolean): Promise<Body> =>
    (await untilObject(client, { namespace: '', name }, what, (object) =>
      Boolean(object && wanted(object as never)),
    )) as never;
  const approve = async (request: Body) => expect((await decide(server, request, 'Approved')).code).toBe(200);

  const node = { commonName: 'system:node:n1', organizations: ['system:nodes'] };
  const host = { dnsNames: ['n1.example.com'] };

  const refused: [string, string, Signer, RequestTemplate, readonly string[]][] = [
    ['A-467 A-494', 'a client without client auth', 'apiServerClient', { commonName: 'a' }, ['digital signature']],
    ['A-468', 'a client that also serves', 'apiServerClient', { commonName: 'a' }, [...CLIENT_USAGES, 'server auth']],
    ['A-482', 'an authority', 'apiServerClient', { commonName: 'a', isCa: true }, CLIENT_USAGES],
    [
      'A-470',
      'a node of another organization',
      'apiServerClientNode',
      { ...node, organizations: ['o'] },
      CLIENT_USAGES,
    ],
    ['A-471', 'a node of another name', 'apiServerClientNode', { ...node, commonName: 'n1' }, CLIENT_USAGES],
    ['A-473', 'a node client with a host name', 'apiServerClientNode', { ...node, ...host }, CLIENT_USAGES],
    ['A-474', 'a node client with fewer usages', 'apiServerClientNode', node, ['client auth']],
    [
      'A-476',
      'a server of another organization',
      'nodeServing',
      { ...node, ...host, organizations: ['o'] },
      SERVING_USAGES,
    ],
    ['A-477', 'a server of another name', 'nodeServing', { ...node, ...host, commonName: 'n1' }, SERVING_USAGES],
    ['A-479', 'a server with an email', 'nodeServing', { ...node, ...host, emails: ['a@b.io'] }, SERVING_USAGES],
    ['A-479', 'a server with a URI', 'nodeServing', { ...node, ...host, uris: ['https://b.io'] }, SERVING_USAGES],
    ['A-480', 'a server without host', 'nodeServing', node, SERVING_USAGES],
    ['A-481', 'a server with other usages', 'nodeServing', { ...node, ...host }, CLIENT_USAGES],
  ];
  it('A-467 A-468 A-470 A-471 A-473 A-474 A-476 A-477 A-479 A-480 A-481 A-482 A-494 C-222 refuse what their rules forbid', async () => {
    const names = refused.map(([id], index) => `refused-${index}-${id.toLowerCase().replaceAll(' ', '-')}`);
    await Promise.all(
      refused.map(async ([, , signer, template, usages], index) =>
        approve(await ask(names[index]!, signer, template, usages)),
      ),
    );
    for (const name of names) {
      const failed = await until(
        name,
        'the Failed condition',
        (request) => conditionOf(request, 'Failed') !== undefined,
      );
      expect(conditionOf(failed, 'Failed')).toMatchObject({ status: 'True', reason: 'SignerValidationFailure' });
      expect(failed.status).not.toHaveProperty('certificate');
    }
  });

  const issued = async (request: Body): Promise<X509Certificate> => {
    await approve(request);
    const signed = await until(request.metadata.name, 'the certificate', ({ status }) => 'certificate' in status);
    return new X509Certificate(Buffer.from(signed.status['certificate'] as string, 'base64'));
  };
  const hours = ({ validFrom, validTo }: X509Certificate) => (Date.parse(validTo) - Date.parse(validFrom)) / 3_600_000;

  it('A-463 A-465 A-458 sign any subject, with its names', async () => {
    const certificate = await issued(
      await ask('any', 'apiServerClient', { commonName: 'any', organizations: ['o'], ...host }, CLIENT_USAGES),
    );
    expect(certificate.subject.split('\n').sort()).toEqual(['CN=any', 'O=o']);
    expect(certificate.subjectAltName).toBe('DNS:n1.example.com');
    expect(certificate.ca).toBe(false);
    expect(certificate.checkIssued(new X509Certificate(server.ca))).toBe(true);
  });

  it('A-483 B-337 B-338 give the smaller of the duration of the flag and that of the request', async () => {
    const life = async (name: string, fields: object) =>
      hours(await issued(await ask(name, 'apiServerClient', { commonName: 'a' }, CLIENT_USAGES, fields)));
    expect(await life('asked', { expirationSeconds: 3_600 })).toBeCloseTo(1, 0);
    expect(await life('unasked', {})).toBeCloseTo(48, 0);
    expect(await life('too-long', { expirationSeconds: 315_360_000 })).toBeCloseTo(48, 0);
  });

  it('A-464 refuse the group of administrators when they are asked', async () => {
    const answer = await server.post(server.paths.requests, {
      metadata: { name: 'masters' },
      spec: {
        request: await pkcs10({ commonName: 'a', organizations: ['system:masters'] }),
        signerName: server.vocabulary.signers.apiServerClient,
        usages: CLIENT_USAGES,
      },
    });
    expect(answer).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
  });

  it('A-462 A-475 A-484 A-490 do not sign requests that are not approved, nor those for other signers', async () => {
    await ask('pending-client', 'apiServerClient', { commonName: 'a' }, CLIENT_USAGES);
    await ask('pending-serving', 'nodeServing', { ...node, ...host }, SERVING_USAGES);
    await ask('pending-node', 'apiServerClientNode', { ...node, ...host }, CLIENT_USAGES);
    const custom = await ask('custom', 'apiServerClient', { commonName: 'a' }, CLIENT_USAGES, {
      signerName: 'example.com/s',
    });
    await approve(custom);
    // A valid node client, asked for later, that was approved and signed: so the controllers have passed over the others.
    await ask('node', 'apiServerClientNode', node, CLIENT_USAGES);
    const signed = await until('node', 'the certificate', ({ status }) => 'certificate' in status);
    expect(conditionOf(signed, 'Approved')).toMatchObject({ reason: 'AutoApproved' });
    for (const name of ['pending-client', 'pending-serving', 'pending-node'])
      expect((await server.get(`${server.paths.requests}/${name}`)).body.status).toEqual({});
    const left = (await server.get(`${server.paths.requests}/custom`)).body;
    expect(left.status).not.toHaveProperty('certificate');
    expect(conditionOf(left, 'Failed')).toBeUndefined();
  });
});
