import { join } from 'node:path';
import { ApiError } from '@orch/apimachinery';
import { builtinResources, Client, loadClientConfiguration, type HasMetadata, type ObjectKey } from '@orch/client';
import { runControllers, type RunningControllers } from '@orch/controller-kit';
import { createPrivateKeyAndRequest } from '@orch/pki';
import { readFlags } from '@orch/process';
import { startApiServer, type RunningApiServer } from '@orch/server';
import { temporaryDirectory, untilGone, untilObject, type TemporaryDirectory } from '@orch/testing';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { controllerManagerGroups } from './controller-flags.js';
import { controllers } from './controllers.js';
import { secrets } from './shared/bootstrap-token.js';
import { certificateSigningRequests, csrPhase } from './shared/certificate-signing-request.js';
import { configMaps } from './shared/config-map.js';
import { namespaces } from './shared/namespace.js';

const { persistentVolumeClaims, persistentVolumes, serviceAccounts } = builtinResources;
const there = (object: HasMetadata | undefined): boolean => object !== undefined;

/** All controllers on a real server with an embedded store: the server's rules are the ones the reconcilers meet. */
describe.each(VOCABULARY_NAMES)('controllers against a server, %s vocabulary', (name) => {
  const vocabulary = vocabularies[name];
  let directory: TemporaryDirectory;
  let server: RunningApiServer;
  let client: Client;
  let running: RunningControllers;

  const start = async () => {
    const given = [`--data-dir=${directory.path}`, '--concurrent-gc-syncs=4', `--vocabulary=${name}`];
    const { values } = readFlags({ command: '', summary: '', groups: controllerManagerGroups, argv: given });
    const modules = await Promise.all(controllers.map((entry) => entry.load(values)));
    return runControllers(modules, { vocabulary, client });
  };
  beforeAll(async () => {
    directory = await temporaryDirectory();
    server = await startApiServer({ dataDir: directory.path, securePort: 0, vocabulary: name });
    const configuration = loadClientConfiguration({ file: join(directory.path, 'admin.conf'), vocabulary });
    client = new Client({ configuration, vocabulary });
    running = await start();
  });
  afterAll(async () => {
    await running?.stop();
    await client?.close();
    await server?.stop();
    await directory?.remove();
  });

  const v1 = (kind: string, metadata: HasMetadata['metadata'], rest: object = {}) => ({
    apiVersion: 'v1',
    kind,
    metadata,
    ...rest,
  });
  const makeNamespace = (namespace: string) => client.create(v1('Namespace', { name: namespace }));

  it('C-236 a deleted default service account comes back as another one', async () => {
    await makeNamespace('accounts');
    const key = { namespace: 'accounts', name: 'default' };
    const accounts = client.resource<HasMetadata>(serviceAccounts);
    const first = await untilObject(accounts, key, 'the account', there);
    await accounts.delete(key);
    const isNew = (object: HasMetadata | undefined) => there(object) && object!.metadata.uid !== first!.metadata.uid;
    await untilObject(accounts, key, 'the new account', isNew);
  });

  it('D-045 restores a modified root certificate', async () => {
    await makeNamespace('roots');
    const key = { namespace: 'roots', name: vocabulary.rootCaConfigMap };
    const maps = client.resource(configMaps);
    const right = await untilObject(maps, key, 'the root certificate', there);
    await maps.patch(key, 'merge', { data: { 'ca.crt': 'forged', more: 'x' } });
    const restored = await untilObject(
      maps,
      key,
      'the restored one',
      (o) => o?.data?.['ca.crt'] === right!.data!['ca.crt'],
    );
    expect(Object.keys(restored!.data!)).toEqual(['ca.crt']);
  });

  it('A-488 A-493 a node client request is approved and issued; A-490 an invalid one stays pending', async () => {
    const requests = client.resource(certificateSigningRequests);
    const post = async (object: string, commonName: string, signerName: string) => {
      const { requestPem } = await createPrivateKeyAndRequest({ commonName, organizations: ['system:nodes'] });
      await client.create({
        apiVersion: `${vocabulary.groups.certificates}/v1`,
        kind: 'CertificateSigningRequest',
        metadata: { name: object },
        spec: {
          request: Buffer.from(requestPem).toString('base64'),
          signerName,
          usages: ['digital signature', 'key encipherment', 'client auth'],
        },
      } as HasMetadata);
    };
    await post('invalid', 'jane', vocabulary.signers.apiServerClientNode);
    await post('foreign', 'system:node:n1', 'example.com/signer');
    await post('valid', 'system:node:n1', vocabulary.signers.apiServerClientNode);
    const issued = await untilObject(
      requests,
      { namespace: '', name: 'valid' },
      'the certificate',
      (object) => object !== undefined && csrPhase(object) === 'Issued',
    );
    expect(issued!.status!.conditions).toMatchObject([{ type: 'Approved', status: 'True', reason: 'AutoApproved' }]);
    expect(csrPhase(await requests.get('invalid'))).toBe('Pending');
    expect(csrPhase(await requests.get('foreign'))).toBe('Pending');
  });

  it('D-025 signatures follow the payload and go with the token', async () => {
    const { configKey, signaturePrefix } = vocabulary.clusterInfo;
    const key = { namespace: vocabulary.namespaces.public, name: 'cluster-info' };
    const maps = client.resource(configMaps);
    await maps.createIfAbsent(v1('ConfigMap', key, { data: { [configKey]: 'first' } }));
    const tokenKey = { namespace: vocabulary.namespaces.system, name: 'bootstrap-token-abcdef' };
    const data = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true' };
    const encoded = Object.fromEntries(Object.entries(data).map(([k, v]) => [k, Buffer.from(v).toString('base64')]));
    await client.create(v1('Secret', tokenKey, { type: vocabulary.secretTypes.bootstrapToken, data: encoded }));
    const signature = (o: HasMetadata | undefined) =>
      (o as { data?: Record<string, string> } | undefined)?.data?.[`${signaturePrefix}abcdef`];
    const signed = await untilObject(maps, key, 'the signature', (o) => signature(o) !== undefined);
    await maps.patch(key, 'merge', { data: { [configKey]: 'second' } });
    const changed = (o: HasMetadata | undefined) => signature(o) !== undefined && signature(o) !== signature(signed);
    await untilObject(maps, key, 'the new signature', changed);
    await client.resource(secrets).delete(tokenKey);
    await untilObject(maps, key, 'the end of the signature', (o) => signature(o) === undefined);
  });

  it('A-498 A-500 a volume stays until its claim is gone', async () => {
    await makeNamespace('volumes');
    const volume: ObjectKey = { namespace: '', name: 'held' };
    const claim: ObjectKey = { namespace: 'volumes', name: 'c' };
    const storage = { accessModes: ['ReadWriteOnce'] };
    await client.create(
      v1('PersistentVolumeClaim', claim, { spec: { ...storage, resources: { requests: { storage: '1Gi' } } } }),
    );
    const spec = { ...storage, capacity: { storage: '1Gi' }, hostPath: { path: '/x' } };
    await client.create(v1('PersistentVolume', { name: 'held' }, { spec: { ...spec, claimRef: claim } }));
    await client.create(v1('PersistentVolume', { name: 'free' }, { spec }));
    const volumes = client.resource<HasMetadata>(persistentVolumes);
    await volumes.delete('held');
    await volumes.delete('free');
    await untilGone(volumes, { namespace: '', name: 'free' }); // deleted later, gone before: the held one was looked at
    expect((await volumes.get(volume)).metadata.finalizers).toEqual([vocabulary.finalizers.pvProtection]);
    await client.resource<HasMetadata>(persistentVolumeClaims).delete(claim);
    await untilGone(volumes, volume);
  });

  it('C-161 a namespace deleted while no controller ran is emptied when they start again', async () => {
    await makeNamespace('late');
    await client.create(v1('ConfigMap', { namespace: 'late', name: 'x' }, { data: { a: 'b' } }));
    await running.stop();
    const spaces = client.resource(namespaces);
    await spaces.delete('late');
    expect((await spaces.get('late')).status?.phase).toBe('Terminating');
    running = await start();
    await untilGone(spaces, { namespace: '', name: 'late' });
    await expect(client.resource(configMaps).get({ namespace: 'late', name: 'x' })).rejects.toBeInstanceOf(ApiError);
  });
});
