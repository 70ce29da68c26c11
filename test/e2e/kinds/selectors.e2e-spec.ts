import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { query, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('selectors in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, namespace: 'chosen' });
    maps = server.paths.configMaps;
    const labels: Record<string, object> = {
      one: { a: '1', env: 'p', n: '1' },
      two: { a: '2', env: 'q', n: '2', x: '' },
      none: {},
    };
    for (const [name, own] of Object.entries(labels))
      await server.create(maps, { metadata: { name, labels: { ...own, of: 'selection' } } });
    await server.create('/api/v1/namespaces/default/configmaps', {
      metadata: { name: 'one', labels: { of: 'selection' } },
    });
  });
  afterAll(() => server?.stop());

  const names = async (path: string, parameters: Record<string, string>) =>
    (await server.get(path + query(parameters))).body.items.map(({ metadata }) => metadata.name);

  it.each([
    ['C-278', 'a=1', ['one']],
    ['C-278', 'a==1', ['one']],
    ['C-278', 'a!=1', ['none', 'two']],
    ['C-279', 'env in (p,q),!x', ['one']],
    ['C-279', 'env in (p, q)', ['one', 'two']],
    ['C-279', 'env notin (p)', ['none', 'two']],
    ['C-279', 'x', ['two']],
    ['C-279', '!x', ['none', 'one']],
    ['C-280', 'n>1', ['two']],
    ['C-280', 'n<2', ['one']],
    ['C-280', 'n>0,n<2', ['one']],
  ])('%s labels by %s', async (_id, selector, wanted) =>
    expect(await names(maps, { labelSelector: `of=selection,${selector}` })).toEqual(wanted),
  );

  it.each([
    ['C-282', 'metadata.name=one', ['one']],
    ['C-282', 'metadata.name==one,metadata.namespace=chosen', ['one']],
    ['C-282', 'metadata.name!=one,metadata.namespace=chosen', ['none', 'two']],
    ['C-282', 'metadata.name=one\\,two', []],
    ['C-282', 'metadata.namespace=other', []],
  ])('%s fields by %s', async (_id, fieldSelector, wanted) =>
    expect(await names(maps, { fieldSelector, labelSelector: 'of=selection' })).toEqual(wanted),
  );

  it('C-277 labels and fields together, in lists, watches and deletes', async () => {
    const both = { labelSelector: 'env in (p,q)', fieldSelector: 'metadata.name=one' };
    expect(await names(maps, both)).toEqual(['one']);
    const watch = await server.watch(maps + query({ ...both, watch: 'true' }));
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'one' } } });
    watch.close();
    await server.create(maps, { metadata: { name: 'gone', labels: { sweep: 'yes' } } });
    await server.create(maps, { metadata: { name: 'kept', labels: { sweep: 'yes' } } });
    await server.delete(maps + query({ labelSelector: 'sweep=yes', fieldSelector: 'metadata.name=gone' }));
    expect(await names(maps, { labelSelector: 'sweep=yes' })).toEqual(['kept']);
  });

  it('C-283 every namespaced kind by namespace, across all of them', async () => {
    const everywhere = '/api/v1/configmaps';
    expect(
      (
        await server.get(everywhere + query({ fieldSelector: 'metadata.namespace=chosen', labelSelector: 'of' }))
      ).body.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
    ).toEqual(['chosen/none', 'chosen/one', 'chosen/two']);
    expect(await names(everywhere, { fieldSelector: 'metadata.name=one', labelSelector: 'of' })).toEqual([
      'one',
      'one',
    ]);
    for (const path of Object.values(server.paths).filter((p) => !p.endsWith('/bindings')))
      expect((await server.get(path + query({ fieldSelector: 'metadata.name=missing' }))).body.items).toEqual([]);
  });

  it.each([
    ['C-284', 'pods', 'spec.nodeName=n'],
    ['C-284', 'pods', 'spec.restartPolicy=Never'],
    ['C-284', 'pods', 'spec.schedulerName=s'],
    ['C-284', 'pods', 'spec.serviceAccountName=default'],
    ['C-284', 'pods', 'spec.hostNetwork=true'],
    ['C-284', 'pods', 'status.podIP=10.0.0.1'],
    ['C-284', 'pods', 'status.podIPs=10.0.0.1'],
    ['C-284', 'pods', 'status.nominatedNodeName=n'],
    ['C-285', 'nodes', 'spec.unschedulable=false'],
    ['C-285', 'secrets', 'type=Opaque'],
    ['C-285', 'namespaces', 'status.phase=Active'],
    ['C-285', 'events', 'involvedObject.kind=Pod,involvedObject.name=p,reason=r,type=Normal,source=s'],
    ['C-285', 'events', 'reportingComponent=c,involvedObject.namespace=t1,involvedObject.uid=u'],
    ['C-285', 'requests', 'spec.signerName=example.com/s'],
  ] as const)('%s %s by %s', async (_id, path, fieldSelector) =>
    expect((await server.get(server.paths[path] + query({ fieldSelector }))).code).toBe(200),
  );

  it('C-284 pods by the phase they are in, and the node they are on', async () => {
    const { pods } = server.paths;
    const spec = { containers: [{ name: 'c', image: 'i:1' }] };
    await server.create(pods, { metadata: { name: 'here' }, spec: { ...spec, nodeName: 'n1' } });
    await server.create(pods, { metadata: { name: 'there' }, spec: { ...spec, nodeName: 'n2' } });
    await server.merge(`${pods}/there/status`, { status: { phase: 'Running' } });
    expect(await names(pods, { fieldSelector: 'spec.nodeName=n1' })).toEqual(['here']);
    expect(await names(pods, { fieldSelector: 'status.phase=Pending' })).toEqual(['here']);
    expect(await names(pods, { fieldSelector: 'status.phase!=Pending' })).toEqual(['there']);
  });

  it.each([
    ['C-281', { labelSelector: 'a in' }, 'unable to parse requirement'],
    ['C-281', { labelSelector: 'a in (' }, 'unable to parse requirement'],
    ['C-286', { fieldSelector: 'data.a=1' }, '"data.a" is not a known field selector'],
    ['C-282', { fieldSelector: 'metadata.name' }, 'invalid'],
  ])('%s refuses %j', async (_id, parameters, message) => {
    for (const answer of [
      await server.get(maps + query(parameters as unknown as Record<string, string>)),
      await server.get(maps + query({ ...(parameters as unknown as Record<string, string>), watch: 'true' })),
      await server.delete(maps + query(parameters as unknown as Record<string, string>)),
    ]) {
      expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
      expect(answer.body.message).toContain(message);
    }
  });
});
