import { join } from 'node:path';
import type { CertificateSigningRequest } from '@orch/api';
import { builtinResources, type ResourceClient } from '@orch/client';
import {
  runCommand,
  startControlPlane,
  temporaryDirectory,
  untilObject,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'undici';

type Csr = CertificateSigningRequest;
const condition = (csr: Csr | undefined, type: string) => csr?.status?.conditions?.find((c) => c.type === type);
const CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth'];
const SERVER_USAGES = ['digital signature', 'key encipherment', 'server auth'];

describe.each(VOCABULARY_NAMES)('signing requests in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let files: TemporaryDirectory;
  let requests: ResourceClient<Csr>;

  beforeAll(async () => {
    files = await temporaryDirectory();
    plane = await startControlPlane({ vocabulary: name });
    requests = plane.client.resource<Csr>(builtinResources.certificateSigningRequests);
  });
  afterAll(async () => {
    await plane?.stop();
    await files?.remove();
  });

  const openssl = async (...args: string[]) => {
    const result = await runCommand('openssl', args);
    if (result.status !== 0) throw new Error(`openssl ${args.join(' ')}: ${result.stderr}`);
    return result.stdout;
  };

  /** A key and a request made by openssl, and the object that asks for its signature. */
  async function post(
    objectName: string,
    keyArguments: readonly string[],
    subject: string,
    signer: 'apiServerClient' | 'apiServerClientNode' | 'nodeServing',
    usages: readonly string[],
    extra: readonly string[] = [],
  ): Promise<Csr> {
    const key = join(files.path, `${objectName}.key`);
    const pem = join(files.path, `${objectName}.csr`);
    await openssl('genpkey', ...keyArguments, '-out', key);
    await openssl('req', '-new', '-key', key, '-subj', subject, '-out', pem, ...extra);
    return requests.create({
      apiVersion: `${plane.vocabulary.groups.certificates}/v1`,
      kind: 'CertificateSigningRequest',
      metadata: { name: objectName },
      spec: {
        request: (await readFile(pem)).toString('base64'),
        signerName: plane.vocabulary.signers[signer],
        usages: [...usages],
      },
    } as Csr);
  }

  const decide = async (objectName: string, type: 'Approved' | 'Denied') => {
    const csr = await requests.get(objectName);
    const conditions = [
      ...(csr.status?.conditions ?? []),
      { type, status: 'True', reason: 'Test', message: 'decided by a test' },
    ];
    await requests.subresource('approval').replace(objectName, { ...csr, status: { ...csr.status, conditions } });
  };

  const issued = (objectName: string) =>
    untilObject(requests, { namespace: '', name: objectName }, 'the certificate', (csr) =>
      Boolean(csr?.status?.certificate),
    ) as Promise<Csr>;

  const keys: [string, readonly string[]][] = [
    ['ec', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['rsa', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']],
    ['ed25519', ['-algorithm', 'ED25519']],
  ];

  it.each(keys)(
    'A-463 A-489 A-493 A-458 D-017 an approved %s request becomes a certificate that authenticates its subject',
    async (key, keyArguments) => {
      const objectName = `jane-${key}`;
      await post(objectName, keyArguments, `/O=dev/CN=jane-${key}`, 'apiServerClient', CLIENT_USAGES);
      expect(condition(await requests.get(objectName), 'Approved')).toBeUndefined();
      await decide(objectName, 'Approved');
      const csr = await issued(objectName);
      const certificate = Buffer.from(csr.status!.certificate!, 'base64').toString();
      const file = join(files.path, `${objectName}.crt`);
      await writeFile(file, certificate);
      const ca = join(plane.dataDir, 'pki', 'ca.crt');
      expect(await openssl('verify', '-CAfile', ca, file)).toContain('OK');

      const agent = new Agent({
        connect: {
          ca: await readFile(ca),
          cert: certificate,
          key: await readFile(join(files.path, `${objectName}.key`)),
        },
      });
      const answer = await request(`${plane.url}/api/v1/namespaces/default/secrets`, { dispatcher: agent });
      const body = (await answer.body.json()) as { message: string };
      await agent.close();
      expect(answer.statusCode).toBe(403);
      expect(body.message).toContain(`User "jane-${key}" cannot list resource "secrets"`);
    },
  );

  it('A-469 A-488 approves a node client request by itself', async () => {
    await post('node-client', keys[0]![1], '/O=system:nodes/CN=system:node:n1', 'apiServerClientNode', CLIENT_USAGES);
    const csr = await issued('node-client');
    expect(condition(csr, 'Approved')).toMatchObject({ status: 'True', reason: 'AutoApproved' });
  });

  it('A-475 A-478 signs an approved serving request with its names', async () => {
    await post('serving', keys[0]![1], '/O=system:nodes/CN=system:node:n1', 'nodeServing', SERVER_USAGES, [
      '-addext',
      'subjectAltName=DNS:n1.example.com,IP:10.0.0.1',
    ]);
    await decide('serving', 'Approved');
    const file = join(files.path, 'serving.crt');
    await writeFile(file, Buffer.from((await issued('serving')).status!.certificate!, 'base64'));
    const text = await openssl('x509', '-in', file, '-noout', '-text');
    expect(text).toContain('DNS:n1.example.com');
    expect(text).toContain('IP Address:10.0.0.1');
    expect(text).toContain('CA:FALSE');
  });

  it('A-491 A-492 never signs what was denied', async () => {
    await post('denied', keys[0]![1], '/CN=eve', 'apiServerClient', CLIENT_USAGES);
    await decide('denied', 'Denied');
    // A later request that is signed shows that the signer has passed over the denied one.
    await post('after-denied', keys[0]![1], '/CN=adam', 'apiServerClient', CLIENT_USAGES);
    await decide('after-denied', 'Approved');
    await issued('after-denied');
    const csr = await requests.get('denied');
    expect(csr.status?.certificate).toBeUndefined();
    expect(condition(csr, 'Denied')).toMatchObject({ status: 'True', reason: 'Test' });
  });

  it('A-468 C-222 marks an approved request that no signer may sign as Failed, with the reason', async () => {
    await post('wrong-usage', keys[0]![1], '/CN=eve', 'apiServerClient', [...CLIENT_USAGES, 'server auth']);
    await decide('wrong-usage', 'Approved');
    const csr = await untilObject(requests, { namespace: '', name: 'wrong-usage' }, 'the Failed condition', (o) =>
      Boolean(condition(o, 'Failed')),
    );
    expect(condition(csr, 'Failed')).toMatchObject({ status: 'True', reason: 'SignerValidationFailure' });
    expect(csr!.status?.certificate).toBeUndefined();
  });

  it('A-464 refuses a request for the group of administrators', async () => {
    await expect(
      post('masters', keys[0]![1], '/O=system:masters/CN=eve', 'apiServerClient', CLIENT_USAGES),
    ).rejects.toMatchObject({
      reason: 'Forbidden',
      code: 403,
    });
  });
});
