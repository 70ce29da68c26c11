import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { builtinRights } from './builtin-rights.js';
import { controllerNames } from './controller-names.js';
import { controllerRoles } from './controller-roles.js';

const roles = controllerRoles(vocabularies.kubernetes);
const named = (name: string) => roles.filter((role) => role.name === `system:orch-controller:${name}`);

it.each(VOCABULARY_NAMES)('every controller has rights, in the %s vocabulary', (name) =>
  expect(Object.keys(builtinRights(vocabularies[name])).toSorted()).toEqual(controllerNames),
);

it('a role holds what the controller watches and calls, its events and the Leases of its process, each where it is', () =>
  expect(named('disruption')).toEqual([
    {
      name: 'system:orch-controller:disruption',
      account: { namespace: 'kube-system', name: 'disruption' },
      rules: [
        { verbs: ['list', 'watch'], apiGroups: ['policy'], resources: ['poddisruptionbudgets'] },
        { verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'] },
        { verbs: ['update'], apiGroups: ['policy'], resources: ['poddisruptionbudgets/status'] },
        { verbs: ['get'], apiGroups: ['*'], resources: ['*/scale'] },
        { verbs: ['get'], apiGroups: ['apps'], resources: ['replicasets'] },
        { verbs: ['create', 'patch'], apiGroups: [''], resources: ['events'] },
      ],
    },
    {
      name: 'system:orch-controller:disruption',
      namespace: 'kube-system',
      account: { namespace: 'kube-system', name: 'disruption' },
      rules: [
        { verbs: ['create'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] },
        {
          verbs: ['get', 'update'],
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          resourceNames: ['disruption', 'disruption-status'],
        },
      ],
    },
  ]));

it('a controller of a kind that is not served has the Lease of its process alone', () => {
  const { groups } = vocabularies.kubernetes;
  const name = 'system:orch-controller:storage-version-migrator';
  const resourcesOf = (isServed?: Parameters<typeof controllerRoles>[1]) =>
    controllerRoles(vocabularies.kubernetes, isServed)
      .filter((role) => role.name === name)
      .flatMap(({ rules }) => rules.flatMap(({ resources = [] }) => resources));
  expect(resourcesOf(({ group }) => group !== groups.storagemigration)).toEqual(['leases', 'leases']);
  expect(resourcesOf()).toContain('*');
});

it('accounts of kube-controller-manager with roles of their own are not used', () =>
  expect(named('persistent-volume-binder')[0]!.account.name).toBe('persistent-volume-binder-controller'));

it('the controller manager watches for all of them, acts as each, by name, and delegates decisions about its own port', () => {
  const [everywhere, inSystem] = named('controller-manager').toSorted((one) => (one.namespace === undefined ? -1 : 1));
  const others = everywhere!.rules.filter(({ verbs }) => verbs.join() !== 'list,watch');
  expect(others).toEqual([
    { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'] },
    { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'] },
  ]);
  const impersonation = [...named('controller-manager')]
    .flatMap(({ rules }) => rules)
    .filter(({ verbs }) => verbs.includes('impersonate'));
  expect(impersonation).toEqual([
    {
      verbs: ['impersonate'],
      apiGroups: [''],
      resources: ['serviceaccounts'],
      resourceNames: expect.arrayContaining(['csr-signer', 'token-cleaner-controller']) as unknown,
    },
  ]);
  expect(inSystem!.namespace).toBeDefined();
});
