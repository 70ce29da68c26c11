import { builtinResources, type HasMetadata } from '@orch/client';
import { runOrch, untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer, type Fields } from '../support/resource-fixtures.js';

interface Quota extends HasMetadata {
  status?: { hard?: Record<string, string>; used?: Record<string, string> };
}

describe.each(VOCABULARY_NAMES)('quotas and limits in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let namespace = '';
  let serial = 0;
  beforeAll(async () => {
    // For what is allocated to a claim while it grows.
    server = await ResourceServer.start({ vocabulary, flags: ['--feature-gates=RecoverVolumeExpansionFailure=true'] });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    namespace = `q${++serial}`;
    await server.create(server.paths.namespaces, { metadata: { name: namespace } });
  });

  const path = (resource: string, name = '') => `/api/v1/namespaces/${namespace}/${resource}${name && `/${name}`}`;
  const makeQuota = (hard: Fields, more: Fields = {}, name = 'q') =>
    server.create(path('resourcequotas'), { metadata: { name }, spec: { hard, ...more } });
  const makeMap = (name: string, query = '') => server.post(path('configmaps') + query, { metadata: { name } });
  const used = async (name = 'q') =>
    ((await server.get(path('resourcequotas', name))).body.status as Quota['status'])?.used;
  const pod = (name: string, resources: Fields = {}, more: Fields = {}) => ({
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'x:1', resources }], ...more },
  });
  const claim = (name: string, storage: string, storageClassName = 'fast') => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
  });
  const untilUsed = (wanted: (used: Record<string, string>) => boolean) =>
    untilObject(
      server.plane.client.resource<Quota>(builtinResources.resourceQuotas),
      { namespace, name: 'q' },
      'the count',
      (quota) => Boolean(quota?.status?.used && wanted(quota.status.used)),
    );

  it('C-240 D-175 the second ConfigMap of one is refused, at once and in words', async () => {
    await makeQuota({ 'count/configmaps': '1' });
    expect((await makeMap('a')).code).toBe(201);
    expect(await makeMap('b')).toMatchObject({
      code: 403,
      body: {
        reason: 'Forbidden',
        message:
          'configmaps "b" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
      },
    });
    expect(await used()).toEqual({ 'count/configmaps': '1' });
  });

  it('C-240 what stood before the quota counts, and other kinds and namespaces do not', async () => {
    await makeMap('before');
    await makeQuota({ configmaps: '2', secrets: '0' });
    expect((await makeMap('a')).code).toBe(201);
    expect((await makeMap('b')).code).toBe(403);
    expect((await server.post(path('secrets'), { metadata: { name: 's' } })).code).toBe(403);
    expect((await server.post(path('serviceaccounts'), { metadata: { name: 's' } })).code).toBe(201);
    expect((await server.post(server.paths.configMaps, { metadata: { name: namespace } })).code).toBe(201);
  });

  it('C-240 creates at once get just what there is', async () => {
    await makeQuota({ 'count/configmaps': '5' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => makeMap(`m${index}`)));
    expect(answers.filter(({ code }) => code === 201)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 403)).toHaveLength(15);
    expect(await used()).toEqual({ 'count/configmaps': '5' });
  });

  it('C-106 a dry run does not consume quota', async () => {
    await makeQuota({ 'count/configmaps': '1' });
    for (const name of ['a', 'a']) expect((await makeMap(name, '?dryRun=All')).code).toBe(201);
    expect((await makeMap('a')).code).toBe(201);
    expect((await makeMap('b', '?dryRun=All')).code).toBe(403);
  });

  it('C-240 what is refused is not counted', async () => {
    await makeQuota({ 'count/configmaps': '2' });
    expect((await makeMap('a')).code).toBe(201);
    expect((await makeMap('a')).code).toBe(409);
    expect((await makeMap('Not Valid')).code).toBe(422);
    await makeQuota({ 'count/configmaps': '1' }, {}, 'tighter');
    expect((await makeMap('b')).code).toBe(403);
    expect(await used()).toEqual({ 'count/configmaps': '1' });
  });

  it('D-175 amounts of pods: what containers ask for, and that they must say it', async () => {
    await makeQuota({ 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '2' });
    expect((await server.post(path('pods'), pod('silent'))).body.message).toBe(
      'pods "silent" is forbidden: failed quota: q: must specify limits.memory for: c; requests.cpu for: c',
    );
    const half = { requests: { cpu: '600m', memory: '1Mi' }, limits: { memory: '100Mi' } };
    expect((await server.post(path('pods'), pod('a', half))).code).toBe(201);
    expect((await server.post(path('pods'), pod('b', half))).body.message).toBe(
      'pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    );
    expect(await used()).toEqual({ 'requests.cpu': '600m', 'limits.memory': '100Mi', pods: '1' });
  });

  it('D-175 scopes choose the pods', async () => {
    await makeQuota({ pods: '0' }, { scopes: ['BestEffort'] });
    expect((await server.post(path('pods'), pod('none'))).code).toBe(403);
    expect((await server.post(path('pods'), pod('some', { requests: { cpu: '1m' } }))).code).toBe(201);
    const bad = (spec: Fields) => server.post(path('resourcequotas'), { metadata: { name: 'bad' }, spec });
    expect((await bad({ hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] })).code).toBe(422);
    expect((await bad({ hard: { configmaps: '1' }, scopes: ['BestEffort'] })).code).toBe(422);
    expect((await bad({ hard: { nonsense: '1' } })).code).toBe(422);
    expect((await bad({ hard: { pods: '-1' } })).code).toBe(422);
  });

  it('D-175 storage of claims, in all and by class; growth counts too', async () => {
    const suffix = `.storageclass.${server.vocabulary.groups.storage}/requests.storage`;
    await makeQuota({ 'requests.storage': '10Gi', [`slow${suffix}`]: '1Gi' });
    expect((await server.post(path('persistentvolumeclaims'), claim('a', '6Gi'))).code).toBe(201);
    expect((await server.post(path('persistentvolumeclaims'), claim('b', '5Gi'))).code).toBe(403);
    expect((await server.post(path('persistentvolumeclaims'), claim('c', '2Gi', 'slow'))).code).toBe(403);
    expect((await server.post(path('persistentvolumeclaims'), claim('d', '1Gi', 'slow'))).code).toBe(201);
    expect(await used()).toEqual({ 'requests.storage': '7Gi', [`slow${suffix}`]: '1Gi' });
  });

  it('D-174 pods get what their namespace gives by default, and an annotation that says so', async () => {
    const limits = [
      { type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '100m' }, min: { cpu: '50m' }, max: { cpu: '1' } },
    ];
    await server.create(path('limitranges'), { metadata: { name: 'l' }, spec: { limits } });
    const made = await server.create(path('pods'), pod('p'));
    const [container] = made.spec['containers'] as { resources: unknown }[];
    expect(container!.resources).toEqual({ limits: { cpu: '500m' }, requests: { cpu: '100m' } });
    expect(made.metadata.annotations![server.vocabulary.annotations.limitRanger]).toBe(
      'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
    );
    const outcome = async (name: string, resources: Fields) => {
      const { code, body } = await server.post(path('pods'), pod(name, resources));
      return [code, body.reason, body.message];
    };
    expect(await outcome('big', { limits: { cpu: '2' } })).toEqual([
      403,
      'Forbidden',
      'pods "big" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    ]);
    expect(await outcome('small', { requests: { cpu: '10m' } })).toEqual([
      403,
      'Forbidden',
      'pods "small" is forbidden: minimum cpu usage per Container is 50m, but request is 10m',
    ]);
  }); // prettier-ignore

  it('D-174 ranges of pods and claims, and ratios', async () => {
    const limits = [
      { type: 'Pod', max: { memory: '1Gi' } },
      { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } },
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
    ];
    await server.create(path('limitranges'), { metadata: { name: 'l' }, spec: { limits } });
    const refused = async (resource: string, sent: Fields) => {
      const { code, body } = await server.post(path(resource), sent);
      return code === 403 ? body.message : code;
    };
    expect(await refused('pods', pod('p', { requests: { cpu: '1' }, limits: { cpu: '2', memory: '2Gi' } }))).toBe(
      'pods "p" is forbidden: maximum memory usage per Pod is 1Gi, but limit is 2Gi',
    );
    expect(await refused('pods', pod('p', { requests: { cpu: '1' }, limits: { cpu: '3', memory: '1Gi' } }))).toBe(
      'pods "p" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    );
    expect(await refused('persistentvolumeclaims', claim('c', '3Gi'))).toBe(
      'persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi',
    );
  });

  it('D-174 refuses ranges that cannot be met', async () => {
    const post = (item: Fields) =>
      server.post(path('limitranges'), { metadata: { name: 'l' }, spec: { limits: [item] } });
    for (const item of [
      { type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } },
      { type: 'Container', defaultRequest: { cpu: '2' }, default: { cpu: '1' } },
      { type: 'Pod', default: { cpu: '1' } },
      { type: 'PersistentVolumeClaim', min: { cpu: '1' } },
      { type: 'Container', maxLimitRequestRatio: { cpu: '0.5' } },
    ]) {
      expect((await post(item)).code).toBe(422);
    }
  });

  describe('with the controller', () => {
    let controller: ReturnType<typeof runOrch> | undefined;
    beforeAll(() => {
      controller = runOrch(['resource-quota', `--data-dir=${server.plane.dataDir}`, `--vocabulary=${vocabulary}`]);
    });
    afterAll(() => controller?.stop());

    it('C-240 counts without being asked, and gives back what is deleted', async () => {
      await makeMap('a');
      await makeQuota({ 'count/configmaps': '1', 'count/leases.coordination.example': '3', pods: '4' });
      await untilUsed((u) => u['count/configmaps'] === '1' && u['pods'] === '0');
      expect((await makeMap('b')).code).toBe(403);
      await server.delete(path('configmaps', 'a'));
      await untilUsed((u) => u['count/configmaps'] === '0');
      expect((await makeMap('b')).code).toBe(201);
    });

    it('C-240 the first count of a kind that no quota counted before is what is there', async () => {
      await server.create(path('podtemplates'), { metadata: { name: 'a' }, template: pod('p') });
      await makeQuota({ 'count/podtemplates': '2' });
      await untilUsed(() => true);
      expect(await used()).toEqual({ 'count/podtemplates': '1' });
    });

    it('C-240 a pod that has ended takes nothing more', async () => {
      await makeQuota({ pods: '1' });
      expect((await server.post(path('pods'), pod('p'))).code).toBe(201);
      expect((await server.post(path('pods'), pod('r'))).code).toBe(403);
      await server.merge(`${path('pods', 'p')}/status`, { status: { phase: 'Succeeded' } });
      await untilUsed((u) => u['pods'] === '0');
      expect((await server.post(path('pods'), pod('r'))).code).toBe(201);
    });

    it('A-314 of a claim that grows the larger amount counts', async () => {
      await makeQuota({ 'requests.storage': '100Gi' });
      await server.create(path('persistentvolumeclaims'), claim('c', '5Gi'));
      await untilUsed((u) => u['requests.storage'] === '5Gi');
      const status = { phase: 'Bound', allocatedResources: { storage: '10Gi' } };
      expect((await server.merge(`${path('persistentvolumeclaims', 'c')}/status`, { status })).code).toBe(200);
      await untilUsed((u) => u['requests.storage'] === '10Gi');
    });
  });
});
