import { FakeClock } from '@orch/apimachinery';
import { Client, type ObjectKey } from '@orch/client';
import { FakeApiServer, type DiscoveredResource } from '@orch/client-testing';
import { silentLogger, type ControllerContext } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import type { Subscription } from 'rxjs';
import type { ClusterTrustBundle } from './plan.js';
import { ClusterTrustBundlePublisherReconciler } from './reconciler.js';

const vocabulary = vocabularies.kubernetes;
const GROUP = vocabulary.groups.certificates;
const SIGNER = vocabulary.signers.apiServerServing;
/** Of the twelve first bytes of SHA-256 of "ONE" and "TWO", by openssl. */
const NAMES = {
  ONE: 'kubernetes.io:kube-apiserver-serving:2192e8955d5e1ad1651f2f0c',
  TWO: 'kubernetes.io:kube-apiserver-serving:a1a8a8cbbed4eb53ae62ee4f',
};
const kindIn = (version: string): DiscoveredResource => ({
  group: GROUP,
  version,
  name: 'clustertrustbundles',
  namespaced: false,
  kind: 'ClusterTrustBundle',
  verbs: ['get', 'list', 'watch', 'create', 'update', 'delete'],
});
const requests: DiscoveredResource = {
  ...kindIn('v1'),
  name: 'certificatesigningrequests',
  kind: 'CertificateSigningRequest',
};
const pathIn = (version: string, name: string) =>
  `/apis/${GROUP}/${version}/clustertrustbundles/${encodeURIComponent(name)}`;
const signal = new AbortController().signal;

describe('cluster-trust-bundle-publisher', () => {
  let server: FakeApiServer;
  let client: Client;
  let keys: Subscription | undefined;
  let clock: FakeClock;
  let resources: DiscoveredResource[];
  let pem: string | undefined;
  let asked: ObjectKey[];

  beforeEach(async () => {
    resources = [kindIn('v1'), requests];
    pem = 'ONE';
    asked = [];
    clock = new FakeClock();
    server = await FakeApiServer.start({ resources });
    const configuration = { server: server.url, tls: {}, credentials: { type: 'none' as const }, namespace: 'default' };
    client = new Client({ vocabulary, configuration });
  });
  afterEach(async () => {
    keys?.unsubscribe();
    await client.close();
    await server.stop();
  });

  async function start(): Promise<ClusterTrustBundlePublisherReconciler> {
    const context = { client, clock, random: () => 0, logger: silentLogger } as unknown as ControllerContext;
    const reconciler = new ClusterTrustBundlePublisherReconciler(context, { load: () => Promise.resolve(pem) });
    keys = reconciler.keys$.subscribe((key) => asked.push(key));
    await reconciler.synced;
    return reconciler;
  }
  const run = (reconciler: ClusterTrustBundlePublisherReconciler) => reconciler.reconcile(asked[0]!, signal);
  const writes = () =>
    server.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))}`);
  /** Objects that a controller creates have their names as they are, others those of their paths. */
  const bundle = (name: string, version = 'v1') =>
    (server.get(pathIn(version, name)) ?? server.get(decodeURIComponent(pathIn(version, name)))) as
      | ClusterTrustBundle
      | undefined;

  it.each(['v1', 'v1beta1', 'v1alpha1'])('publishes in %s, once', async (version) => {
    resources.splice(0, 1, kindIn(version));
    const reconciler = await start();
    await run(reconciler);
    await run(reconciler);
    expect(bundle(NAMES.ONE, version)?.spec).toEqual({ signerName: SIGNER, trustBundle: 'ONE' });
    expect(writes()).toEqual(['POST clustertrustbundles']);
  });

  it('restores its bundle', async () => {
    server.put(pathIn('v1', NAMES.ONE), { spec: { signerName: SIGNER, trustBundle: 'forged' } });
    await run(await start());
    expect(bundle(NAMES.ONE)?.spec?.trustBundle).toBe('ONE');
  });

  it('new certificates are published before the bundle of the earlier ones is deleted', async () => {
    const reconciler = await start();
    await run(reconciler);
    pem = 'TWO';
    expect((await run(reconciler)).requeueAfterMs).toBeGreaterThan(0);
    expect(writes()).toEqual(['POST clustertrustbundles', 'POST clustertrustbundles', `DELETE ${NAMES.ONE}`]);
    expect(bundle(NAMES.TWO)?.spec?.trustBundle).toBe('TWO');
  });

  it('looks for a missing file again', async () => {
    pem = undefined;
    expect((await run(await start())).requeueAfterMs).toBeGreaterThan(0);
    expect(writes()).toEqual([]);
  });

  it('does nothing while the kind is not served, though its group is, and begins when it is', async () => {
    resources.splice(0, 1);
    const reconciler = await start();
    await reconciler.reconcile({ namespace: '', name: SIGNER }, signal);
    expect([asked, writes()]).toEqual([[], []]);
    resources.unshift(kindIn('v1'));
    const next = new Promise<void>((resolve) => keys!.add(reconciler.keys$.subscribe(() => resolve())));
    clock.advance(30_000);
    await next;
    await reconciler.reconcile({ namespace: '', name: SIGNER }, signal);
    expect(writes()).toEqual(['POST clustertrustbundles']);
  });
});
