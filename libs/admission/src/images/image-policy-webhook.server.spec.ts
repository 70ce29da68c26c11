import { ReviewServer, sendCode } from '@orch/testing';
import { PluginServer, podOf, podsOf } from '../plugin-server.fixture.js';

const PODS = podsOf('default');

describe('ImagePolicyWebhook', () => {
  let service: ReviewServer;
  let plugins: PluginServer;
  const start = async (options: object): Promise<void> => {
    const imagePolicy = { kubeConfigFile: await service.configFile(), retryBackoff: 1, ...options };
    plugins = await PluginServer.start({
      configuration: { imagePolicy },
      server: { enableAdmissionPlugins: ['ImagePolicyWebhook'] },
    });
  };
  beforeAll(async () => (service = await ReviewServer.start()));
  afterAll(() => service.close());
  beforeEach(() => service.reset());
  afterEach(() => plugins.stop());

  it('asks the service about the images of new pods, and caches what it says', async () => {
    await start({});
    service.status = () => ({ allowed: true });
    const annotations = { 'team.image-policy.orch.io/ticket': '1', other: 'x' };
    const pod = (name: string) => ({
      ...podOf(name, { initContainers: [{ name: 'i', image: 'init' }] }),
      metadata: { name, annotations },
    });
    await plugins.make(PODS, pod('a'));
    await plugins.make(PODS, pod('b'));
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]!.body).toEqual({
      apiVersion: 'imagepolicy.orch.io/v1alpha1',
      kind: 'ImageReview',
      spec: {
        containers: [{ image: 'i' }, { image: 'init' }],
        annotations: { 'team.image-policy.orch.io/ticket': '1' },
        namespace: 'default',
      },
    });
  });

  it('refuses what the service does not allow, with its reason', async () => {
    await start({ denyTTL: -1 });
    service.status = () => ({ allowed: false, reason: 'no signature' });
    expect(await plugins.outcome(`POST ${PODS}`, podOf('a'))).toEqual([
      403,
      'pods "a" is forbidden: image policy webhook backend denied one or more images: no signature',
    ]);
    service.status = () => ({ allowed: false });
    expect(await plugins.outcome(`POST ${PODS}`, podOf('a'))).toEqual([
      403,
      'pods "a" is forbidden: one or more images rejected by webhook backend',
    ]);
    expect(service.calls).toHaveLength(2); // not cached
  });

  it('refuses pods while the service fails, or admits them with defaultAllow', async () => {
    service.always = sendCode(500);
    await start({});
    const [code, message] = await plugins.outcome(`POST ${PODS}`, podOf('a'));
    expect([code, message]).toEqual([403, expect.stringContaining('pods "a" is forbidden: https://127.0.0.1:')]);
    await plugins.stop();
    await start({ defaultAllow: true });
    expect(await plugins.outcome(`POST ${PODS}`, podOf('a'))).toEqual([201, undefined]);
  });

  it('asks about an ephemeral container that is added, not about changes without images', async () => {
    await start({ allowTTL: -1 });
    service.status = () => ({ allowed: true });
    await plugins.make(PODS, podOf('a'));
    const added = { spec: { ephemeralContainers: [{ name: 'e', image: 'debug' }] } };
    const type = 'application/strategic-merge-patch+json';
    expect((await plugins.send(`PATCH ${PODS}/a/ephemeralcontainers`, added, { type })).code).toBe(200);
    expect(service.calls.map(({ body }) => body.spec['containers'])).toEqual([[{ image: 'i' }], [{ image: 'debug' }]]);
    expect((await plugins.send(`PATCH ${PODS}/a/status`, { status: { phase: 'Running' } }, { type })).code).toBe(200);
    expect(service.calls).toHaveLength(2);
  });
});
