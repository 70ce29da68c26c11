import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

interface Group {
  readonly name: string;
  readonly versions: readonly { readonly version: string }[];
  readonly preferredVersion: { readonly version: string };
}

describe('served API versions', () => {
  let server: TestServer;
  let admin: Agent;
  const start = async (options: Parameters<typeof TestServer.start>[0]) => {
    server = await TestServer.start(options);
    admin = await server.admin();
  };
  const get = (path: string): Promise<Answer> => server.call(path, { agent: admin });
  const code = async (path: string): Promise<number> => (await get(path)).code;
  const post = (path: string, body: object): Promise<Answer> =>
    server.call(path, { method: 'POST', body, agent: admin, headers: { 'content-type': 'application/json' } });
  const groups = async (): Promise<readonly Group[]> => (await get('/apis')).json['groups'] as Group[];
  const versionsOf = async (name: string): Promise<string[]> =>
    ((await groups()).find((group) => group.name === name)?.versions ?? []).map(({ version }) => version);
  afterEach(() => server.close());

  it('B-369 a disabled version is 404 and absent from discovery; its stored objects are served in the other versions', async () => {
    await start({ emulatedMinor: 21, runtimeConfig: ['storage.orch.io/v1=false'] });
    expect(await code('/apis/storage.orch.io/v1')).toBe(404);
    expect(await code('/apis/storage.orch.io/v1/storageclasses')).toBe(404);
    expect(await versionsOf('storage.orch.io')).toEqual(['v1beta1']);
    const made = await post('/apis/storage.orch.io/v1beta1/storageclasses', {
      metadata: { name: 's' },
      provisioner: 'example.com/s',
    });
    expect(made.code).toBe(201);
    expect(await code('/apis/storage.orch.io/v1beta1/storageclasses/s')).toBe(200);
  });

  it('B-368 B-370 enables a version, disables one resource', async () => {
    await start({
      emulatedMinor: 21,
      runtimeConfig: ['certificates.orch.io/v1alpha1', 'storage.orch.io/v1beta1/csistoragecapacities=false'],
    });
    expect(await versionsOf('certificates.orch.io')).toEqual(['v1', 'v1beta1', 'v1alpha1']);
    expect(await code('/apis/certificates.orch.io/v1alpha1/clustertrustbundles')).toBe(200);
    expect(await code('/apis/storage.orch.io/v1beta1/csistoragecapacities')).toBe(404);
    expect(await code('/apis/storage.orch.io/v1beta1/csidrivers')).toBe(200);
  });

  it('D-229 the server starts with everything disabled except the core group', async () => {
    await start({ runtimeConfig: ['api/all=false', 'v1=true'] });
    expect(await groups()).toEqual([]);
    expect(await code('/api/v1/namespaces')).toBe(200);
    expect(await code('/apis/apps/v1/deployments')).toBe(404);
  });

  it('B-353 D-233 versions come stable first, the first is preferred, and none is alpha', async () => {
    await start({ emulatedMinor: 21 });
    const all = await groups();
    expect(all.flatMap(({ versions }) => versions).filter(({ version }) => version.includes('alpha'))).toEqual([]);
    expect(await versionsOf('rbac.authorization.orch.io')).toEqual(['v1', 'v1beta1']);
    expect(await versionsOf('autoscaling')).toEqual(['v1', 'v2beta2', 'v2beta1']);
    for (const { versions, preferredVersion } of all) expect(preferredVersion).toEqual(versions[0]);
  });

  it('B-365 D-232 the emulated release decides which versions are served, and every list names the version of its path', async () => {
    await start({ emulatedMinor: 21 });
    expect((await get('/version')).json).toMatchObject({ major: '1', minor: '21' });
    expect(await code('/apis/extensions/v1beta1')).toBe(200);
    const versions = (await groups()).flatMap(({ name, versions: all }) =>
      all.map(({ version }) => `${name}/${version}`),
    );
    for (const version of ['v1', ...versions]) {
      const root = version === 'v1' ? '/api/v1' : `/apis/${version}`;
      const resources = (await get(root)).json['resources'] as { name: string; verbs: string[] }[];
      for (const { name } of resources.filter(({ verbs }) => verbs.includes('list'))) {
        const { json } = await get(`${root}/${name}`);
        expect([name, json['apiVersion']]).toEqual([name, version]);
      }
    }
  });

  it('B-363 the emulated release changes /version, the API version v1 stays', async () => {
    for (const minor of [21, 33]) {
      await start({ emulatedMinor: minor });
      expect((await get('/version')).json['gitVersion']).toMatch(new RegExp(`^v1\\.${minor}\\.`));
      expect((await get('/api')).json['versions']).toEqual(['v1']);
      const made = await post('/api/v1/namespaces', { metadata: { name: 'lasting' } });
      expect([made.code, made.json['apiVersion']]).toEqual([201, 'v1']);
      expect((await get('/api/v1/namespaces/lasting')).json).toEqual(made.json);
      if (minor === 21) await server.close();
    }
  });

  it('B-374 a version may lack resources', async () => {
    await start({ emulatedMinor: 24 });
    expect(await code('/apis/storage.orch.io/v1beta1/csistoragecapacities')).toBe(200);
    expect(await code('/apis/storage.orch.io/v1beta1/storageclasses')).toBe(404);
    expect(await code('/apis/storage.orch.io/v1/storageclasses')).toBe(200);
  });

  it('B-402 from its stop release a version is 404, on the path and in discovery', async () => {
    await start({ emulatedMinor: 27 });
    const gone = ['storage.orch.io', 'node.orch.io', 'rbac.authorization.orch.io', 'scheduling.orch.io'];
    for (const group of gone) {
      expect([group, await code(`/apis/${group}/v1beta1`)]).toEqual([group, 404]);
      expect([group, await versionsOf(group)]).toEqual([group, ['v1']]);
    }
    expect(await code('/apis/storage.orch.io/v1beta1/csistoragecapacities')).toBe(404);
    expect(await versionsOf('flowcontrol.apiserver.orch.io')).not.toContain('v1beta1');
  });

  it('B-407 objects written in one version can be read in others', async () => {
    await start({ emulatedMinor: 25 });
    const at = (version: string) => `/apis/flowcontrol.apiserver.orch.io/${version}/prioritylevelconfigurations`;
    const made = await post(at('v1beta1'), {
      metadata: { name: 'l' },
      spec: { type: 'Limited', limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
    });
    expect(made.code).toBe(201);
    const shown = await get(`${at('v1beta2')}/l`);
    expect(shown.json).toEqual({ ...made.json, apiVersion: 'flowcontrol.apiserver.orch.io/v1beta2' });
  });

  it('B-407 a version that is on by default shows what was stored in one that is not', async () => {
    await start({ runtimeConfig: ['certificates.orch.io/v1beta1'] });
    const trustBundle = '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n';
    const path = (version: string) => `/apis/certificates.orch.io/${version}/clustertrustbundles`;
    expect((await post(path('v1beta1'), { metadata: { name: 'b' }, spec: { trustBundle } })).code).toBe(201);
    for (const version of ['v1', 'v1beta1']) {
      expect((await get(`${path(version)}/b`)).json).toMatchObject({
        apiVersion: `certificates.orch.io/${version}`,
        spec: { trustBundle },
      });
    }
  });

  it('D-239 a read in another version shows the renamed field', async () => {
    await start({ emulatedMinor: 28, runtimeConfig: ['flowcontrol.apiserver.orch.io/v1'] });
    const at = (version: string) => `/apis/flowcontrol.apiserver.orch.io/${version}/prioritylevelconfigurations`;
    const made = await post(at('v1beta2'), {
      metadata: { name: 'l' },
      spec: { type: 'Limited', limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
    });
    expect(made.code).toBe(201);
    for (const version of ['v1beta3', 'v1']) {
      const { json } = await get(`${at(version)}/l`);
      expect(json).toMatchObject({
        apiVersion: `flowcontrol.apiserver.orch.io/${version}`,
        spec: { limited: { nominalConcurrencyShares: 5 } },
      });
    }
  });

  it('B-405 D-232 a version that came after the emulated release is 404, unless it is enabled', async () => {
    await start({ emulatedMinor: 21, runtimeConfig: ['autoscaling/v2'] });
    expect(await versionsOf('autoscaling')).toEqual(['v2', 'v1', 'v2beta2', 'v2beta1']);
    expect(await code('/apis/autoscaling/v2/horizontalpodautoscalers')).toBe(200);
    expect(await code('/apis/flowcontrol.apiserver.orch.io/v1/flowschemas')).toBe(404);
    expect(await versionsOf('flowcontrol.apiserver.orch.io')).toEqual(['v1beta1']);
  });

  it('a field that came after the emulated release is unknown', async () => {
    await start({ emulatedMinor: 27 });
    const job = (name: string) => ({
      metadata: { name },
      spec: {
        backoffLimitPerIndex: 1,
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const strict = await post(`${jobs}?fieldValidation=Strict`, job('a'));
    expect([strict.code, strict.json['message']]).toEqual([
      400,
      expect.stringContaining('unknown field "spec.backoffLimitPerIndex"'),
    ]);
    const made = await post(jobs, job('b'));
    expect([made.code, made.headers['warning']]).toEqual([201, expect.stringContaining('spec.backoffLimitPerIndex')]);
    expect(made.json['spec']).not.toHaveProperty('backoffLimitPerIndex');
    expect(made.json['spec']).not.toHaveProperty('podReplacementPolicy');
  });
});
