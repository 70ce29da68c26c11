import type {
  CertificateSigningRequest,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Secret,
  ServiceAccount,
} from '@orch/api';
import { builtinResources, type HasMetadata, type ResourceClient } from '@orch/client';
import {
  runCommand,
  runOrch,
  startControlPlane,
  temporaryDirectory,
  untilGone,
  untilObject,
  type OrchProcess,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { WatchReader } from '../support/watch-reader.js';

describe.each(VOCABULARY_NAMES)(
  'each controller as its own process in the %s vocabulary, the others stopped',
  (vocabulary) => {
    let plane: TestControlPlane;
    let files: TemporaryDirectory;
    let running: OrchProcess | undefined;

    beforeAll(async () => {
      files = await temporaryDirectory();
      plane = await startControlPlane({ command: 'apiserver', vocabulary });
    });
    afterEach(async () => {
      expect(await running?.stop()).toBe(0);
      running = undefined;
    });
    afterAll(async () => {
      await plane?.stop();
      await files?.remove();
    });

    const start = (name: string, ...flags: string[]) => {
      running = runOrch([name, `--data-dir=${plane.dataDir}`, `--vocabulary=${vocabulary}`, ...flags]);
    };
    const resource = <T extends HasMetadata>(key: keyof typeof builtinResources): ResourceClient<T> =>
      plane.client.resource<T>(builtinResources[key]);
    const post = async (name: string, subject: string, signer: string): Promise<CertificateSigningRequest> => {
      const key = join(files.path, `${name}.key`);
      const pem = join(files.path, `${name}.csr`);
      await runCommand('openssl', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', key]);
      await runCommand('openssl', ['req', '-new', '-key', key, '-subj', subject, '-out', pem]);
      return resource<CertificateSigningRequest>('certificateSigningRequests').create({
        apiVersion: `${plane.vocabulary.groups.certificates}/v1`,
        kind: 'CertificateSigningRequest',
        metadata: { name },
        spec: {
          request: (await readFile(pem)).toString('base64'),
          signerName: signer,
          usages: ['digital signature', 'key encipherment', 'client auth'],
        },
      } as CertificateSigningRequest);
    };

    it('A-488 csr-approver, then A-493 csr-signer', async () => {
      await post('node', '/O=system:nodes/CN=system:node:a', plane.vocabulary.signers.apiServerClientNode);
      const requests = resource<CertificateSigningRequest>('certificateSigningRequests');
      const key = { namespace: '', name: 'node' };
      start('csr-approver');
      const approved = await untilObject(requests, key, 'the approval', (o) =>
        Boolean(o?.status?.conditions?.some((c) => c.type === 'Approved')),
      );
      expect(approved!.status!.certificate).toBeUndefined();
      await running!.stop();
      start('csr-signer');
      await untilObject(requests, key, 'the certificate', (o) => Boolean(o?.status?.certificate));
    });

    it('B-009 token-cleaner', async () => {
      const { system } = plane.vocabulary.namespaces;
      const name = 'bootstrap-token-expire';
      await resource<Secret>('secrets').create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace: system, name },
        type: plane.vocabulary.secretTypes.bootstrapToken,
        stringData: { 'token-id': 'expire', 'token-secret': '0123456789abcdef', expiration: '2020-01-01T00:00:00Z' },
      } as Secret);
      start('token-cleaner');
      await untilGone(resource<Secret>('secrets'), { namespace: system, name });
    });

    it('B-011 bootstrap-signer', async () => {
      const { namespaces, clusterInfo, secretTypes } = plane.vocabulary;
      await resource<Secret>('secrets').create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace: namespaces.system, name: 'bootstrap-token-signed' },
        type: secretTypes.bootstrapToken,
        stringData: { 'token-id': 'signed', 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true' },
      } as Secret);
      start('bootstrap-signer');
      const key = { namespace: namespaces.public, name: 'cluster-info' };
      await untilObject(resource<ConfigMap>('configMaps'), key, 'the signature', (o) =>
        Boolean(o?.data?.[`${clusterInfo.signaturePrefix}signed`]),
      );
    });

    it('A-499 pvc-protection', async () => {
      const key = { namespace: 'default', name: 'unused' };
      const claims = resource<PersistentVolumeClaim>('persistentVolumeClaims');
      await claims.create({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: key,
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      } as PersistentVolumeClaim);
      await claims.delete(key);
      expect((await claims.get(key)).metadata.deletionTimestamp).toBeDefined();
      start('pvc-protection');
      await untilGone(claims, key);
    });

    it('A-046 namespace-finalizer', async () => {
      const namespaces = resource<Namespace>('namespaces');
      await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'short' } } as Namespace);
      await namespaces.delete('short');
      expect((await namespaces.get('short')).status?.phase).toBe('Terminating');
      start('namespace-finalizer');
      await untilGone(namespaces, { namespace: '', name: 'short' });
    });

    it('C-236 service-account, then root-ca-publisher', async () => {
      start('service-account');
      const accounts = resource<ServiceAccount>('serviceAccounts');
      await untilObject(accounts, { namespace: 'default', name: 'default' }, 'the account', (o) => o !== undefined);
      await running!.stop();
      start('root-ca-publisher');
      const key = { namespace: 'default', name: plane.vocabulary.rootCaConfigMap };
      await untilObject(resource<ConfigMap>('configMaps'), key, 'the certificate', (o) => o !== undefined);
    });

    it('A-495 csr-cleaner starts and waits', async () => {
      start('csr-cleaner');
      await running!.line((line) => line === 'synced');
    });
  },
);

describe('the start and the end of an API server', () => {
  it('a second one on the same directory ends with an error that names the process using it', async () => {
    const plane = await startControlPlane({ command: 'apiserver', storage: 'embedded' });
    const second = runOrch(['apiserver', '--secure-port=0', `--data-dir=${plane.dataDir}`]);
    await expect(second.ready).rejects.toThrow(`${plane.process.child.pid}`);
    expect(second.child.exitCode).not.toBe(0);
    await plane.stop();
  });

  it('SIGTERM ends watches, refuses what is new and ends with status 0', async () => {
    const plane = await startControlPlane({ command: 'apiserver' });
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const { tls } = plane.client.configuration;
    const watching = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
    const { url } = plane.servers[0]!;
    const stream = await request(`${url}/api/v1/configmaps?watch=true`, { dispatcher: watching, bodyTimeout: 0 });
    const reader = new WatchReader();
    const reading = reader.read(stream.body);
    expect(await plane.process.stop('SIGTERM')).toBe(0);
    await reading;
    await agent.close();
    await watching.destroy();
    await plane.stop().catch(() => undefined);
  });
});
