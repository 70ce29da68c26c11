import type { Vocabulary } from '@orch/vocabulary';
import type { ControllerName } from './controller-names.js';
import { calls, resources, type ControllerRights } from './rights.js';

type Rights = Readonly<Partial<Record<ControllerName, ControllerRights>>>;

const everything = resources('*', '*');

/** Rights of each built-in controller, by name. A test sees every one of them used. */
export const builtinRights = (vocabulary: Vocabulary): Readonly<Record<ControllerName, ControllerRights>> => ({
  ...ofBootstrapTokens(vocabulary),
  ...ofSigningRequests(vocabulary),
  ...ofAccounts(vocabulary),
  ...ofVolumes(vocabulary),
  ...ofNodes(vocabulary),
  ...ofDeletions(vocabulary),
  ...ofPolicies(vocabulary),
  ...ofServices(vocabulary),
  ...ofMigrations(vocabulary),
});

const ofBootstrapTokens = ({ namespaces }: Vocabulary) => {
  const tokens = resources('', 'secrets', { namespace: namespaces.system });
  const publicInfo = resources('', 'configmaps', { namespace: namespaces.public, names: ['cluster-info'] });
  return {
    'bootstrap-signer': { watches: [publicInfo, tokens], calls: [calls('update', publicInfo)] },
    'token-cleaner': { watches: [tokens], calls: [calls('delete', tokens)] },
  } satisfies Rights;
};

const ofSigningRequests = ({ groups, signers }: Vocabulary) => {
  const requests = resources(groups.certificates, 'certificatesigningrequests');
  const part = (name: string) => resources(groups.certificates, `certificatesigningrequests/${name}`);
  const signer = (...names: string[]) => resources(groups.certificates, 'signers', { names });
  return {
    'csr-approver': {
      watches: [requests],
      calls: [
        calls('update', part('approval')),
        calls('approve', signer(signers.apiServerClientNode)),
        calls('create', resources(groups.authorization, 'subjectaccessreviews')),
      ],
    },
    'cluster-trust-bundle-publisher': {
      // It watches the version that is served by itself.
      watches: [],
      calls: [
        calls('create delete list update watch', resources(groups.certificates, 'clustertrustbundles')),
        calls('attest', signer(signers.apiServerServing)),
      ],
      whileServed: { group: groups.certificates, resource: 'clustertrustbundles' },
    },
    'csr-cleaner': { watches: [requests], calls: [calls('delete', requests)] },
    'csr-signer': {
      watches: [requests],
      calls: [
        calls('update', part('status')),
        calls(
          'sign',
          signer(signers.apiServerClient, signers.apiServerClientNode, signers.nodeServing, signers.legacyUnknown),
        ),
      ],
    },
  } satisfies Rights;
};

const ofAccounts = ({ groups, rootCaConfigMap }: Vocabulary) => {
  const rootCa = resources('', 'configmaps', { names: [rootCaConfigMap] });
  const clusterRoles = resources(groups.rbac, 'clusterroles');
  return {
    'cluster-role-aggregation': {
      watches: [clusterRoles],
      // The aggregated rules may exceed those of the controller.
      calls: [calls('escalate update', clusterRoles)],
    },
    'root-ca-publisher': {
      watches: [resources('', 'namespaces'), rootCa],
      calls: [calls('create', resources('', 'configmaps')), calls('update', rootCa)],
    },
    'service-account': {
      watches: [resources('', 'namespaces serviceaccounts')],
      calls: [calls('create', resources('', 'serviceaccounts'))],
    },
    'service-account-token': {
      watches: [resources('', 'secrets serviceaccounts')],
      calls: [
        calls('create delete get update', resources('', 'secrets')),
        calls('get update', resources('', 'serviceaccounts')),
      ],
    },
  } satisfies Rights;
};

const ofVolumes = ({ groups }: Vocabulary) => {
  const both = resources('', 'persistentvolumeclaims persistentvolumes');
  const watched = resources('', 'persistentvolumeclaims persistentvolumes pods');
  return {
    'persistent-volume-binder': {
      watches: [watched, resources(groups.storage, 'storageclasses')],
      calls: [
        calls('create', resources('', 'persistentvolumeclaims')),
        calls('get update', both),
        calls('update', resources('', 'persistentvolumeclaims/status persistentvolumes/status')),
      ],
      events: true,
    },
    'persistent-volume-expander': { watches: [both], calls: [], events: true },
    'pvc-protection': { watches: [watched], calls: [calls('get patch', both)] },
  } satisfies Rights;
};

const ofNodes = ({ groups, namespaces }: Vocabulary) =>
  ({
    'node-lifecycle': {
      watches: [
        resources('', 'nodes pods'),
        resources(groups.coordination, 'leases', { namespace: namespaces.nodeLease }),
      ],
      calls: [
        calls('get patch', resources('', 'nodes')),
        calls('update', resources('', 'nodes/status')),
        calls('patch', resources('', 'pods/status')),
      ],
      events: true,
    },
    'taint-eviction': {
      watches: [resources('', 'nodes pods')],
      calls: [calls('delete get', resources('', 'pods')), calls('update', resources('', 'pods/status'))],
      events: true,
    },
  }) satisfies Rights;

const ofDeletions = ({ groups }: Vocabulary) =>
  ({
    'garbage-collector': { watches: [], calls: [calls('delete get list patch watch', everything)], events: true },
    'namespace-finalizer': {
      watches: [resources('', 'namespaces')],
      calls: [
        calls('get', resources('', 'namespaces')),
        calls('update', resources('', 'namespaces/finalize namespaces/status')),
        calls('delete deletecollection list watch', everything),
      ],
    },
    'pod-garbage-collector': {
      watches: [resources('', 'nodes pods')],
      calls: [
        calls('get', resources('', 'nodes')),
        calls('patch', resources('', 'pods/status')),
        calls('delete', resources('', 'pods')),
      ],
    },
    'ttl-after-finished': {
      watches: [resources(groups.batch, 'jobs')],
      calls: [calls('delete get', resources(groups.batch, 'jobs'))],
    },
  }) satisfies Rights;

const ofPolicies = ({ groups }: Vocabulary) =>
  ({
    disruption: {
      watches: [resources(groups.policy, 'poddisruptionbudgets'), resources('', 'pods')],
      calls: [
        calls('update', resources(groups.policy, 'poddisruptionbudgets/status')),
        calls('get', resources('*', '*/scale')),
        calls('get', resources(groups.apps, 'replicasets')),
      ],
      events: true,
    },
    'resource-quota': {
      watches: [resources('', 'persistentvolumeclaims pods resourcequotas services')],
      calls: [
        calls('get', resources('', 'resourcequotas')),
        calls('update', resources('', 'resourcequotas/status')),
        calls('list watch', everything),
      ],
    },
  }) satisfies Rights;

const ofServices = ({ groups }: Vocabulary) => {
  const slices = resources(groups.discovery, 'endpointslices');
  return {
    endpoints: {
      watches: [resources('', 'endpoints pods services')],
      calls: [calls('create delete update', resources('', 'endpoints')), calls('get', resources('', 'services'))],
      events: true,
    },
    endpointslice: {
      watches: [resources('', 'nodes pods services'), slices],
      calls: [
        calls('create delete update', slices),
        // To name an owner whose deletion the slices block.
        calls('update', resources('', 'services/finalizers')),
      ],
      events: true,
    },
    'endpointslice-mirroring': {
      watches: [resources('', 'endpoints services'), slices],
      calls: [calls('create delete update', slices), calls('update', resources('', 'endpoints/finalizers'))],
      events: true,
    },
  } satisfies Rights;
};

const ofMigrations = ({ groups }: Vocabulary) => {
  const migrations = (name: string) => resources(groups.storagemigration, name);
  return {
    'storage-version-migrator': {
      // It watches the version that is served by itself.
      watches: [],
      calls: [
        calls('get watch', migrations('storageversionmigrations')),
        calls('update', migrations('storageversionmigrations/status')),
        // Any resource may be migrated. A merge patch creates nothing.
        calls('list patch', everything),
      ],
      events: true,
      whileServed: { group: groups.storagemigration, resource: 'storageversionmigrations' },
    },
  } satisfies Rights;
};
