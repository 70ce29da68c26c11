import type { PolicyRule } from '@orch/api';
import { InMemoryApi } from '@orch/client-testing';
import { reconcilerOptions, type Watch } from '@orch/controller-kit';
import { clusterRoles, type ClusterRole } from './cluster-role.js';
import { ClusterRoleAggregationReconciler } from './reconciler.js';

const signal = new AbortController().signal;
const rule = (resource: string): PolicyRule => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
const role = (name: string, labels: Record<string, string>, ...resources: string[]): ClusterRole => ({
  metadata: { name, labels },
  rules: resources.map(rule),
});
const gathers = (name: string, ...selectors: Record<string, string>[]): ClusterRole => ({
  ...role(name, {}, 'by-hand'),
  aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) },
});

describe('cluster-role-aggregation', () => {
  const setUp = (...roles: ClusterRole[]) => {
    const api = new InMemoryApi();
    for (const one of roles) api.put(clusterRoles, one);
    const reconciler = new ClusterRoleAggregationReconciler(api.lister(clusterRoles), api.resource(clusterRoles));
    const run = async (name: string) => {
      await reconciler.reconcile({ namespace: '', name }, signal);
      return api.find(clusterRoles, { namespace: '', name })?.rules?.map(({ resources }) => resources?.join());
    };
    return { api, run };
  };

  it('D-087 overwrites the rules by those of the roles its labels fit', async () => {
    const { api, run } = setUp(
      gathers('all', { a: '1' }),
      role('y', { a: '1' }, 'pods', 'jobs'),
      role('x', { a: '1' }, 'nodes'),
      role('z', { a: '2' }, 'secrets'),
    );
    expect(await run('all')).toEqual(['nodes', 'pods', 'jobs']);
    api.put(clusterRoles, role('z', { a: '1' }, 'secrets'));
    expect(await run('all')).toEqual(['nodes', 'pods', 'jobs', 'secrets']);
    api.remove(clusterRoles, { namespace: '', name: 'y' });
    expect(await run('all')).toEqual(['nodes', 'secrets']);
  });

  it('aggregates roles of several selectors, each rule once, without its own rules', async () => {
    const self = { ...gathers('all', { a: '1' }, { b: '1' }), metadata: { name: 'all', labels: { a: '1' } } };
    const { run } = setUp(self, role('x', { a: '1', b: '1' }, 'pods'), role('y', { b: '1' }, 'pods', 'jobs'));
    expect(await run('all')).toEqual(['pods', 'jobs']);
  });

  it('an empty selector matches every role, no selector matches none', async () => {
    const { run } = setUp(gathers('all', {}), gathers('none'), role('x', {}, 'pods'));
    expect(await run('none')).toEqual([]);
    expect(await run('all')).toEqual(['pods']);
  });

  it('writes nothing without a change, nor to a role without an aggregation rule', async () => {
    const { api, run } = setUp(gathers('all', { a: '1' }), role('x', { a: '1' }, 'pods'));
    await run('all');
    await run('all');
    expect(await run('x')).toEqual(['pods']);
    expect(await run('gone')).toBeUndefined();
    expect(api.writes).toEqual(['update clusterroles all']);
  });

  it('D-087 does not overwrite a role that changed since it was read', async () => {
    const api = new InMemoryApi();
    const stale = api.put(clusterRoles, gathers('all', { a: '1' }));
    api.put(clusterRoles, stale);
    const lister = { ...api.lister(clusterRoles), get: () => stale };
    const behind = new ClusterRoleAggregationReconciler(lister, api.resource(clusterRoles));
    await expect(behind.reconcile({ namespace: '', name: 'all' }, signal)).rejects.toMatchObject({
      reason: 'Conflict',
    });
  });

  it('every role wakes all that gather', () => {
    const { api } = setUp(gathers('one', {}), gathers('two'), role('x', {}));
    const watches = reconcilerOptions(ClusterRoleAggregationReconciler).watches as readonly Watch[];
    const { mapToKeys } = watches[0]!;
    expect(mapToKeys!(role('y', {}), { lister: () => api.lister(clusterRoles) } as never)).toEqual([
      { namespace: '', name: 'one' },
      { namespace: '', name: 'two' },
    ]);
  });
});
