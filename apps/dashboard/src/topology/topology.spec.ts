import type { ApiObject, ObjectMeta } from '../api/object';
import type { Resource } from '../api/resource';
import { type TopologyNode, topologyOf } from './topology';
import { topologyObject, type TopologyObject } from './topology-object';

const make = (
  resource: string,
  name: string,
  {
    owner,
    labels,
    ...fields
  }: { readonly owner?: string; readonly labels?: ObjectMeta['labels'] } & Record<string, unknown> = {},
): TopologyObject => {
  const ownerReferences =
    owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'K', name: owner, uid: owner, controller: true }];
  const metadata = { name, namespace: 'n', uid: name, ownerReferences, ...(labels && { labels }) };
  return topologyObject({ group: '', resource, kind: resource } as Resource, { metadata, ...fields } as ApiObject);
};
const running = { status: { phase: 'Running' }, spec: { nodeName: 'node-a' } };

/** `name[child, child]` */
const text = ({ object, children, hidden }: TopologyNode): string => {
  const below = [...children.map(text), ...(hidden > 0 ? [`+${hidden}`] : [])];
  return below.length === 0 ? object.name : `${object.name}[${below.join(', ')}]`;
};

describe('topology', () => {
  test('a workload is shown from the top owner to its pods, without ReplicaSets of earlier revisions', () => {
    const { lanes } = topologyOf([
      make('pods', 'web-2-b', { owner: 'web-2', ...running }),
      make('pods', 'web-2-a', { owner: 'web-2', ...running }),
      make('pods', 'web-1-a', { owner: 'web-1', ...running }),
      make('replicasets', 'web-0', { owner: 'web', spec: { replicas: 0 } }),
      make('replicasets', 'web-1', { owner: 'web', spec: { replicas: 0 } }),
      make('replicasets', 'web-2', { owner: 'web', spec: { replicas: 2 } }),
      make('deployments', 'web', { spec: { replicas: 2 } }),
      make('pods', 'alone', running),
      make('pods', 'of-custom', { owner: 'widget', ...running }),
    ]);
    expect(lanes.map(({ root }) => text(root))).toEqual([
      'alone',
      'of-custom',
      'web[web-1[web-1-a], web-2[web-2-a, web-2-b]]',
    ]);
    expect(lanes[1]?.root.object.owner?.name).toBe('widget');
  });

  test('services belong to the workloads whose pods they select; those that select no pod are listed', () => {
    const labels = { app: 'web', tier: 'front' };
    const { lanes, servicesWithoutPods } = topologyOf([
      make('pods', 'web', { labels, ...running }),
      make('services', 'by-app', { spec: { selector: { app: 'web' } } }),
      make('services', 'by-both', { spec: { selector: labels } }),
      make('services', 'misspelt', { spec: { selector: { app: 'wbe' } } }),
      make('services', 'by-hand'),
    ]);
    expect(lanes[0]?.services.map(({ name }) => name)).toEqual(['by-app', 'by-both']);
    expect(servicesWithoutPods.map(({ name }) => name)).toEqual(['misspelt']);
  });

  test('a service does not select pods of another namespace', () => {
    const pod = { ...make('pods', 'web', { labels: { app: 'web' }, ...running }), namespace: 'other' };
    const service = make('services', 'web', { spec: { selector: { app: 'web' } } });
    expect(topologyOf([pod, service]).lanes[0]?.services).toEqual([]);
  });

  test('claims that no pod uses are listed', () => {
    const volumes = [
      { name: 'a', persistentVolumeClaim: { claimName: 'data' } },
      { name: 'scratch', ephemeral: {} },
    ];
    const { unusedClaims, lanes } = topologyOf([
      make('pods', 'db', { spec: { volumes, nodeName: 'node-a' }, status: { phase: 'Running' } }),
      ...['data', 'db-scratch', 'unused'].map((name) =>
        make('persistentvolumeclaims', name, { status: { phase: 'Bound' } }),
      ),
    ]);
    expect(lanes[0]?.root.object.claims).toEqual(['data', 'db-scratch']);
    expect(unusedClaims.map(({ name }) => name)).toEqual(['unused']);
  });

  test('many pods are counted, and a circle of owners ends', () => {
    const pods = Array.from({ length: 40 }, (_, n) => make('pods', `p${10 + n}`, { owner: 'set', ...running }));
    const { lanes } = topologyOf([make('replicasets', 'set', { spec: { replicas: 40 } }), ...pods]);
    expect([lanes[0]?.root.children.length, lanes[0]?.root.hidden]).toEqual([30, 10]);
    expect(topologyOf([make('jobs', 'a', { owner: 'b' }), make('jobs', 'b', { owner: 'a' })]).lanes).toEqual([]);
  });

  test.each([
    ['deployments', { spec: { replicas: 3 }, status: { readyReplicas: 2 } }, '2/3 ready', 'warn'],
    ['statefulsets', { spec: { replicas: 1 }, status: { readyReplicas: 1 } }, '1/1 ready', 'good'],
    ['daemonsets', { status: { desiredNumberScheduled: 2, numberReady: 2 } }, '2/2 ready', 'good'],
    ['jobs', { status: { conditions: [{ type: 'Failed', status: 'True' }] } }, 'Failed', 'bad'],
    ['jobs', { status: { active: 2 } }, '2 active', 'good'],
    ['cronjobs', { spec: { schedule: '0 3 * * *' } }, '0 3 * * *', 'good'],
    ['cronjobs', { spec: { suspend: true } }, 'Suspended', 'warn'],
    ['pods', { ...running, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] } }, 'Not ready', 'warn'], // prettier-ignore
    ['pods', { status: { phase: 'Running', containerStatuses: [{ name: 'c', state: { waiting: { reason: 'CrashLoopBackOff' } } }] } }, 'CrashLoopBackOff', 'warn'], // prettier-ignore
    ['pods', { status: { phase: 'Pending' } }, 'Pending', 'warn'],
    ['persistentvolumeclaims', { status: { phase: 'Bound' } }, 'Bound', 'good'],
    ['services', {}, 'ClusterIP', 'good'],
  ])('%s %j', (resource, fields, state, tone) => {
    const object = make(resource, 'a', fields);
    expect([object.state, object.tone]).toEqual([state, tone]);
  });
});
