import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import type { ResourceDefinition } from './resource-definition.js';

const kubernetes = compileKinds(builtinKinds, vocabularies.kubernetes);
const orch = compileKinds(builtinKinds, vocabularies.orch);
const find = (list: readonly ResourceDefinition[], path: string): ResourceDefinition => {
  const found = list.find((d) => `${d.apiVersion}/${d.gvr.resource}` === path);
  if (!found) throw new Error(`${path} is not declared`);
  return found;
};

describe('compileKinds', () => {
  const names = [
    ['v1/configmaps', 'v1/configmaps', 'ConfigMap'],
    ['coordination.k8s.io/v1/leases', 'coordination.orch.io/v1/leases', 'Lease'],
    ['storage.k8s.io/v1/csidrivers', 'storage.orch.io/v1/csidrivers', 'CSIDriver'],
    ['events.k8s.io/v1/events', 'events.orch.io/v1/events', 'Event'],
    [
      'certificates.k8s.io/v1/certificatesigningrequests',
      'certificates.orch.io/v1/certificatesigningrequests',
      'CertificateSigningRequest',
    ],
  ] as const;
  for (const [inKubernetes, inOrch, kind] of names) {
    it(`A-001 ${kind} has the names of the vocabulary`, () => {
      expect(find(kubernetes, inKubernetes).gvk.kind).toBe(kind);
      expect(find(orch, inOrch).gvk.kind).toBe(kind);
    });
  }

  it('C-291 lists verbs in lower case and in order', () => {
    expect(find(orch, 'v1/configmaps').verbs).toEqual([
      'create',
      'delete',
      'deletecollection',
      'get',
      'list',
      'patch',
      'update',
      'watch',
    ]);
    expect(find(orch, 'v1/bindings').verbs).toEqual(['create']);
  });

  it('C-250 namespaces have no whole-collection delete', () => {
    expect(find(orch, 'v1/namespaces').verbs).not.toContain('deletecollection');
  });

  const answers = [
    ['A-557', 'v1/configmaps', 'status'],
    ['A-558', 'v1/secrets', 'status'],
    ['A-559', 'storage.orch.io/v1/csistoragecapacities', 'status'],
    ['A-560', 'coordination.orch.io/v1/leases', 'status'],
    ['A-561', 'v1/namespaces', 'status'],
    ['A-562', 'v1/persistentvolumeclaims', 'object'],
    ['A-563', 'storage.orch.io/v1/csidrivers', 'object'],
    ['A-564', 'storage.orch.io/v1/csinodes', 'object'],
    ['A-565', 'storage.orch.io/v1/volumeattachments', 'object'],
    ['C-301', 'v1/persistentvolumes', 'object'],
    ['C-302', 'certificates.orch.io/v1/certificatesigningrequests', 'status'],
    ['C-304', 'v1/pods', 'object'],
    ['C-304', 'v1/serviceaccounts', 'object'],
  ] as const;
  for (const [id, path, answer] of answers) {
    it(`${id} delete of ${path} answers the ${answer}`, () =>
      expect(find(orch, path).declaration.deleteAnswers).toBe(answer));
  }

  const conditional = [
    'leases',
    'csidrivers',
    'csinodes',
    'csistoragecapacities',
    'volumeattachments',
    'mutatingwebhookconfigurations',
    'validatingwebhookconfigurations',
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'runtimeclasses',
    'clustertrustbundles',
    'podcertificaterequests',
    'storageversionmigrations',
    'leasecandidates',
    'customresourcedefinitions',
    'apiservices',
    'poddisruptionbudgets',
  ];
  for (const { declaration, gvr } of orch) {
    it(`C-251 ${gvr.resource}.${gvr.group}: an update without resourceVersion`, () =>
      expect(declaration.unconditionalUpdate !== false).toBe(!conditional.includes(gvr.resource)));
  }

  it('A-029 C-021 names the kinds of which a PUT creates an absent object', () => {
    const creating = orch.filter(({ declaration }) => declaration.allowsCreateOnUpdate);
    expect([...new Set(creating.map(({ gvk: { kind } }) => kind))].sort()).toEqual([
      'ClusterRole',
      'ClusterRoleBinding',
      'Endpoints',
      'Event',
      'Lease',
      'LeaseCandidate',
      'LimitRange',
      'Role',
      'RoleBinding',
      'RuntimeClass',
      'Service',
    ]);
    const sameInEveryVersion = orch.every(({ declaration, gvk, gvr }) =>
      orch
        .filter((other) => other.gvr.resource === gvr.resource && other.gvk.kind === gvk.kind)
        .every((other) => other.declaration.allowsCreateOnUpdate === declaration.allowsCreateOnUpdate),
    );
    expect(sameInEveryVersion).toBe(true);
  });

  it('compiles the schema of every kind and decodes an empty object with it', () => {
    for (const definition of [...orch, ...kubernetes]) {
      const object = { kind: definition.gvk.kind, apiVersion: definition.apiVersion, metadata: { name: 'x' } };
      const report = { unknownFields: [], duplicateFields: [] };
      expect(definition.schema.decode(object, report)).toMatchObject(object);
      expect(report).toEqual({ unknownFields: [], duplicateFields: [] });
      expect(definition.definitions.has(definition.schemaName)).toBe(true);
    }
  });

  it('resolves every reference in a definition', () => {
    for (const { definitions } of orch) {
      for (const ref of JSON.stringify([...definitions.values()]).matchAll(/"ref":"([^"]+)"/g)) {
        expect(definitions.has(ref[1]!)).toBe(true);
      }
    }
  });

  it('rejects a resource that is declared twice', () =>
    expect(() => compileKinds([builtinKinds[0]!, builtinKinds[0]!], vocabularies.orch)).toThrow('declared twice'));

  it('contains no name of the other vocabulary', () => {
    const text = JSON.stringify(orch.map(({ definitions, gvk, gvr }) => [[...definitions], gvk, gvr]));
    expect(text).not.toMatch(/k8s\.io|kubernetes\.io/);
  });
});
