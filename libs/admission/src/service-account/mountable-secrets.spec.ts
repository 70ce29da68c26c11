import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import type { ApiObject, SchemaDefinitions, StructuralSchema } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { EMPTY } from 'rxjs';
import { serviceAccount } from './service-account.js';

const vocabulary = vocabularies.kubernetes;
const ENFORCE = vocabulary.annotations.enforceMountableSecrets;

/** Validates a pod of the account `lim`, which lists the Secret `s1` and the pull secret `p1`. */
function judge(spec: object, options: { enforce?: string; metadata?: object; ephemeral?: boolean } = {}): unknown {
  const { enforce = 'true', metadata = {}, ephemeral = false } = options;
  const account = {
    metadata: { name: 'lim', annotations: { [ENFORCE]: enforce } },
    secrets: [{ name: 's1' }],
    imagePullSecrets: [{ name: 'p1' }],
  } as unknown as ApiObject;
  const plugin = serviceAccount({
    reader: {
      // eslint-disable-next-line require-yield
      *readInSteps(_resource, _namespace, name) {
        return name === 'lim' ? account : undefined;
      },
    },
    upsertsOf: () => EMPTY,
    vocabulary,
    random: () => 0,
  });
  const attributes = {
    operation: ephemeral ? 'UPDATE' : 'CREATE',
    definition: { gvr: { group: '', version: 'v1', resource: 'pods' } } as ResourceDefinition,
    subresource: ephemeral ? 'ephemeralcontainers' : '',
    namespace: 't1',
    name: 'p',
    object: { metadata: { name: 'p', ...metadata }, spec: { serviceAccountName: 'lim', ...spec } },
  } as unknown as AdmissionAttributes;
  expect(plugin.handles(attributes)).toBe(true);
  return plugin.validate!(attributes);
}

const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const env = (name: string) => ({ name: 'c', env: [{ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } }] });
const envFrom = (name: string) => ({ name: 'c', envFrom: [{ secretRef: { name } }] });
const NOT = 'is not allowed because service account lim does not reference that secret';

/** All volume sources of a pod that name a Secret: the path of the name. Paths through a list have its index. */
const VOLUME_REFERENCES = [
  'secret.secretName',
  'azureFile.secretName',
  'cephfs.secretRef.name',
  'cinder.secretRef.name',
  'csi.nodePublishSecretRef.name',
  'flexVolume.secretRef.name',
  'iscsi.secretRef.name',
  'rbd.secretRef.name',
  'scaleIO.secretRef.name',
  'storageos.secretRef.name',
  'projected.sources.0.secret.name',
];

/** An object with one value at a path. */
const withValue = (path: string, value: string): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value);

/** Paths of the names of Secrets in a schema: fields `secretName`, and `name` of a field that ends with `secret` or `secretRef`. */
function declaredReferences(schema: StructuralSchema, definitions: SchemaDefinitions): string[] {
  if (schema.items) return declaredReferences(schema.items, definitions).map((path) => `0.${path}`);
  const { properties = {} } = schema.ref === undefined ? schema : definitions.get(schema.ref)!;
  return Object.entries(properties).flatMap(([name, field]) => {
    if (name === 'secretName') return [name];
    const inner = field.ref === undefined ? undefined : definitions.get(field.ref)!.properties;
    if (/secret(ref)?$/i.test(name) && inner?.['name']) return [`${name}.name`];
    return declaredReferences(field, definitions).map((path) => `${name}.${path}`);
  });
}

describe('an account that lists the secrets its pods may use', () => {
  it.each(VOLUME_REFERENCES)('refuses others in %s of a volume', (path) => {
    const spec = (secret: string) => volume(withValue(path, secret) as object);
    expect(() => judge(spec('s2'))).toThrow(`volume with secret.secretName="s2" ${NOT}`);
    expect(judge(spec('s1'))).toBeUndefined();
    expect(judge(spec('s2'), { enforce: 'false' })).toBeUndefined();
  });
  it('covers all references to secrets that the volume schema declares', () => {
    const { definitions } = compileKinds(builtinKinds, vocabulary).find(({ gvk }) => gvk.kind === 'Pod')!;
    const declared = declaredReferences({ ref: 'core.v1.Volume' }, definitions);
    expect(declared.toSorted()).toEqual(VOLUME_REFERENCES.toSorted());
  });
  it.each<[what: string, spec: (secret: string) => object, refusal: string, ephemeral?: boolean]>([
    ['env', (s) => ({ containers: [env(s)] }), `container c with envVar E referencing secret.secretName="s2" ${NOT}`],
    ['envFrom', (s) => ({ containers: [envFrom(s)] }), `container c with envFrom referencing secret.secretName="s2" ${NOT}`],
    ['env of init containers', (s) => ({ initContainers: [env(s)] }), `init container c with envVar E referencing secret.secretName="s2" ${NOT}`],
    ['envFrom of init containers', (s) => ({ initContainers: [envFrom(s)] }), `init container c with envFrom referencing secret.secretName="s2" ${NOT}`],
    ['env of ephemeral containers', (s) => ({ ephemeralContainers: [env(s)] }), `ephemeral container c with envVar E referencing secret.secretName="s2" ${NOT}`, true],
    ['envFrom of ephemeral containers', (s) => ({ ephemeralContainers: [envFrom(s)] }), `ephemeral container c with envFrom referencing secret.secretName="s2" ${NOT}`, true],
    ['pull secrets', (s) => ({ imagePullSecrets: [{ name: s.replace('s', 'p') }] }), 'imagePullSecrets[0].name="p2" is not allowed because service account lim does not reference that imagePullSecret'],
  ])('refuses others in %s', (_what, spec, refusal, ephemeral = false) => {
    expect(() => judge(spec('s2'), { ephemeral })).toThrow(refusal);
    expect(judge(spec('s1'), { ephemeral })).toBeUndefined();
    expect(judge(spec('s2'), { ephemeral, enforce: 'false' })).toBeUndefined();
  }); // prettier-ignore

  it.each(['1', 't', 'True', 'TRUE'])('takes %s for true', (enforce) => {
    expect(() => judge(volume({ secret: { secretName: 's2' } }), { enforce })).toThrow(NOT);
  });
});

describe('mirror pods', () => {
  const metadata = { annotations: { [vocabulary.annotations.mirrorPod]: 'hash' } };
  it.each<[what: string, spec: object, refusal: string]>([
    ['an account', {}, 'a mirror pod may not reference service accounts'],
    ['a secret', { serviceAccountName: '', ...volume({ secret: { secretName: 's1' } }) }, 'a mirror pod may not reference secrets'],
    ['a token', { serviceAccountName: '', ...volume({ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }) }, 'a mirror pod may not use ServiceAccountToken volume projections'],
  ])('have not %s', (_what, spec, refusal) => expect(() => judge(spec, { metadata })).toThrow(refusal));
  it('may use files of the node', () =>
    expect(judge({ serviceAccountName: '', ...volume({ hostPath: { path: '/' } }) }, { metadata })).toBeUndefined());
}); // prettier-ignore
