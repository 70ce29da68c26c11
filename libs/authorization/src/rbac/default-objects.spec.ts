import { ReleaseGates } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { defaultObjects } from './default-objects.js';

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const isSorted = (list: readonly string[] = []): boolean => String(list.toSorted()) === String(list);

/** Facts of the default roles of kube-apiserver 1.33, which clients and kube-controller-manager know. */
describe.each(['kubernetes', 'orch'] as const)('default roles as the reference server has them (%s)', (name) => {
  const vocabulary = vocabularies[name];
  const { groups, metricsGroups } = vocabulary;
  const { roles, bindings } = defaultObjects(vocabulary, new ReleaseGates(33));
  const rulesOf = (role: string, from = roles) => from.find(({ metadata }) => metadata.name === role)!.rules;

  it('D-101 every controller of kube-controller-manager has a role, bound to its account', () => {
    const controllers = roles
      .filter(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name!.startsWith('system:controller:'))
      .map(({ metadata }) => metadata.name!);
    expect(controllers).toHaveLength(35);
    expect(controllers).toEqual(
      expect.arrayContaining(
        [
          'route-controller',
          'service-controller',
          'legacy-service-account-token-cleaner',
          'service-cidrs-controller',
        ].map((controller) => `system:controller:${controller}`),
      ),
    );
    for (const role of controllers) {
      const account = role.slice('system:controller:'.length);
      expect(bindings.find(({ metadata }) => metadata.name === role)?.subjects).toEqual([
        { kind: 'ServiceAccount', name: account, namespace: vocabulary.namespaces.system },
      ]);
    }
  });

  it('D-101 the autoscaler reads metrics', () =>
    expect(rulesOf('system:controller:horizontal-pod-autoscaler')).toEqual(
      expect.arrayContaining([
        { verbs: ['list', 'watch'], apiGroups: [metricsGroups.resource], resources: ['pods'] },
        { verbs: READ, apiGroups: [metricsGroups.custom], resources: ['*'] },
        { verbs: READ, apiGroups: [metricsGroups.external], resources: ['*'] },
      ]),
    ));

  it('nodes have rights on claims and slices of devices with the feature', () => {
    const ofNodes = (minor: number, settings?: ReadonlyMap<string, boolean>) =>
      rulesOf('system:node', defaultObjects(vocabulary, new ReleaseGates(minor, settings)).roles).filter(
        ({ apiGroups }) => apiGroups?.includes(groups.resource),
      );
    const want = [
      { verbs: ['get'], apiGroups: [groups.resource], resources: ['resourceclaims'] },
      { verbs: ['deletecollection'], apiGroups: [groups.resource], resources: ['resourceslices'] },
    ];
    expect(ofNodes(33)).toEqual([]);
    expect(ofNodes(33, new Map([['DynamicResourceAllocation', true]]))).toEqual(want);
    expect(ofNodes(34)).toEqual(want);
  });

  it('a scheduler has rights on devices with the feature', () => {
    const ofScheduler = (minor: number) =>
      rulesOf(vocabulary.systemNames.scheduler, defaultObjects(vocabulary, new ReleaseGates(minor)).roles);
    const update = ['get', 'list', 'patch', 'update', 'watch'];
    const rule = (verbs: string[], resource: string, group = groups.resource) => ({
      verbs,
      apiGroups: [group],
      resources: [resource],
    });
    expect(ofScheduler(33).filter(({ apiGroups }) => apiGroups?.includes(groups.resource))).toEqual([]);
    expect(ofScheduler(34)).toEqual([
      ...ofScheduler(33),
      rule(READ, 'deviceclasses'),
      rule(update, 'resourceclaims'),
      rule(update, 'resourceclaims/status'),
      rule(update, 'pods/finalizers', ''),
      rule(READ, 'resourceslices'),
      rule(READ, 'devicetaintrules'),
    ]);
  });

  it('users of a namespace have rights on device claims with the feature', () => {
    const ofUsers = (role: string, settings?: ReadonlyMap<string, boolean>) =>
      rulesOf(`system:aggregate-to-${role}`, defaultObjects(vocabulary, new ReleaseGates(33, settings)).roles);
    const enabled = new Map([['DynamicResourceAllocation', true]]);
    const rule = (verbs: string[], ...resources: string[]) => ({ verbs, apiGroups: [groups.resource], resources });
    for (const [role, want] of [
      ['view', rule(READ, 'resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates')],
      ['edit', rule(WRITE, 'resourceclaims', 'resourceclaimtemplates')],
    ] as const)
      expect(ofUsers(role, enabled)).toEqual([...ofUsers(role), want]);
    expect(ofUsers('admin', enabled)).toEqual(ofUsers('admin'));
  });

  it.each([
    ['resource-claim-controller', ['DynamicResourceAllocation']],
    ['device-taint-eviction-controller', ['DynamicResourceAllocation', 'DRADeviceTaints']],
    ['volumeattributesclass-protection-controller', ['VolumeAttributesClass']],
  ])('%s has its role, bound to its account, only with %p', (controller, gates) => {
    const named = (objects: readonly { metadata: { name?: string } }[]) =>
      objects.some(({ metadata }) => metadata.name === `system:controller:${controller}`);
    const withGates = (enabled: readonly string[]) => {
      const settings = new Map(gates.map((gate) => [gate, enabled.includes(gate)]));
      const objects = defaultObjects(vocabulary, new ReleaseGates(33, settings));
      return [named(objects.roles), named(objects.bindings)];
    };
    expect(withGates(gates)).toEqual([true, true]);
    for (const gate of gates) expect(withGates(gates.filter((other) => other !== gate))).toEqual([false, false]);
  });

  it('users of a namespace have no access to the newer group of events', () => {
    for (const role of ['view', 'edit', 'admin'])
      expect(rulesOf(role).filter(({ apiGroups }) => apiGroups?.includes(groups.events))).toEqual([]);
  });

  it('lists in rules are sorted, but reading and writing', () => {
    const rules = roles.flatMap((role) => role.rules);
    const odd = rules.filter(
      ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
        ![apiGroups, resources, resourceNames, nonResourceURLs].every(isSorted) ||
        !(isSorted(verbs) || [READ, WRITE].some((list) => String(list) === String(verbs))),
    );
    expect(odd).toEqual([]);
  });
});
