import type { ApiObject } from '@orch/apimachinery';

/** Objects of its namespace that a pod references, each as `resource/name`. One that it references twice may come twice. */
export function* podReferences({ metadata, spec, status }: ApiObject): Generator<string, void> {
  for (const [resource, name] of namedReferences(metadata.name ?? '', (spec ?? {}) as PodSpec)) {
    if (name) yield `${resource}/${name}`;
  }
  for (const name of deviceClaims((spec ?? {}) as PodSpec, (status ?? {}) as ClaimStatuses)) {
    if (name) yield `resourceclaims/${name}`;
  }
}

type Reference = readonly [resource: string, name: string | undefined];

function* namedReferences(pod: string, spec: PodSpec): Generator<Reference, void> {
  yield ['serviceaccounts', spec.serviceAccountName];
  for (const { name } of spec.imagePullSecrets ?? []) yield ['secrets', name];
  for (const containers of [spec.containers, spec.initContainers, spec.ephemeralContainers]) {
    for (const { env, envFrom } of containers ?? []) {
      for (const { valueFrom } of env ?? []) {
        yield ['secrets', valueFrom?.secretKeyRef?.name];
        yield ['configmaps', valueFrom?.configMapKeyRef?.name];
      }
      for (const { secretRef, configMapRef } of envFrom ?? []) {
        yield ['secrets', secretRef?.name];
        yield ['configmaps', configMapRef?.name];
      }
    }
  }
  for (const { name, persistentVolumeClaim, ephemeral, configMap, projected, ...others } of spec.volumes ?? []) {
    yield ['persistentvolumeclaims', persistentVolumeClaim?.claimName];
    if (ephemeral) yield ['persistentvolumeclaims', `${pod}-${name}`];
    yield ['configmaps', configMap?.name];
    for (const source of projected?.sources ?? []) {
      yield ['secrets', source.secret?.name];
      yield ['configmaps', source.configMap?.name];
    }
    for (const secret of secretsOf(others)) yield ['secrets', secret.name];
  }
}

/** Claims of devices: those of templates, and those for extended resources, are named in the status. */
function* deviceClaims(
  { resourceClaims }: PodSpec,
  { resourceClaimStatuses, extendedResourceClaimStatus }: ClaimStatuses,
): Generator<string | undefined, void> {
  let made: Map<string, string | undefined> | undefined;
  for (const { name, resourceClaimName, resourceClaimTemplateName } of resourceClaims ?? []) {
    if (resourceClaimName !== undefined) yield resourceClaimName;
    else if (resourceClaimTemplateName !== undefined) {
      made ??= new Map(resourceClaimStatuses?.map((one) => [one.name, one.resourceClaimName]));
      yield made.get(name);
    }
  }
  yield extendedResourceClaimStatus?.resourceClaimName;
}

/** Secrets of its namespace that a volume of a pod uses, of any volume type, also projected. */
export function volumeSecretNames({ projected, ...others }: object & { readonly projected?: Projected }): string[] {
  const projectedNames = (projected?.sources ?? []).flatMap(({ secret }) => secret?.name ?? []);
  return [...secretsOf(others).map(({ name }) => name), ...projectedNames];
}

/** Secrets that a persistent volume needs on its node, each as `namespace/name`. */
export function volumeSecrets({ spec }: ApiObject): ReadonlySet<string> {
  const { claimRef, ...sources } = (spec ?? {}) as Readonly<Record<string, unknown>> & { claimRef?: ClaimReference };
  return new Set(secretsOf(sources).map(({ name, namespace }) => `${namespace ?? claimRef?.namespace ?? ''}/${name}`));
}

/** Credentials of storage controllers for attach and resize: nodes do not use them. */
const OF_CONTROLLERS: ReadonlySet<string> = new Set(['controllerPublishSecretRef', 'controllerExpandSecretRef']);

/** Secrets in the fields of all volume types: `secretName`, `secretRef`, `nodePublishSecretRef` and the like. */
function secretsOf(sources: Readonly<Record<string, unknown>>): { name: string; namespace?: string }[] {
  const found: { name: string; namespace?: string }[] = [];
  for (const source of Object.values(sources)) {
    if (typeof source !== 'object' || source === null) continue;
    const { secretName, secretNamespace, ...fields } = source as Readonly<Record<string, unknown>>;
    if (typeof secretName === 'string') {
      found.push({ name: secretName, ...(typeof secretNamespace === 'string' ? { namespace: secretNamespace } : {}) });
    }
    for (const [field, value] of Object.entries(fields)) {
      if (!field.endsWith('ecretRef') || OF_CONTROLLERS.has(field)) continue;
      const { name, namespace } = (value ?? {}) as { readonly name?: string; readonly namespace?: string };
      if (name) found.push({ name, ...(namespace ? { namespace } : {}) });
    }
  }
  return found;
}

/** `spec.claimRef` of a persistent volume. */
export interface ClaimReference {
  readonly namespace?: string;
  readonly name?: string;
}

interface Named {
  readonly name?: string;
}

interface Container {
  readonly env?: readonly {
    readonly valueFrom?: { readonly secretKeyRef?: Named; readonly configMapKeyRef?: Named };
  }[];
  readonly envFrom?: readonly { readonly secretRef?: Named; readonly configMapRef?: Named }[];
}

interface Projected {
  readonly sources?: readonly { readonly secret?: Named; readonly configMap?: Named }[] | null;
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly imagePullSecrets?: readonly Named[];
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName?: string };
    readonly ephemeral?: object;
    readonly configMap?: Named;
    readonly projected?: Projected;
    readonly [source: string]: unknown;
  }[];
  readonly resourceClaims?: readonly {
    readonly name: string;
    readonly resourceClaimName?: string;
    readonly resourceClaimTemplateName?: string;
  }[];
}

/** Of the status of a pod. */
interface ClaimStatuses {
  readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
  readonly extendedResourceClaimStatus?: { readonly resourceClaimName?: string };
}
