import type { ApiObject } from '@orch/apimachinery';

/** Objects of its namespace that a pod references, each as `resource/name`. */
export function podReferences({ metadata, spec }: ApiObject): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (resource: string, name: string | undefined): void => {
    if (name) found.add(`${resource}/${name}`);
  };
  const pod = (spec ?? {}) as PodSpec;
  add('serviceaccounts', pod.serviceAccountName);
  for (const { name } of pod.imagePullSecrets ?? []) add('secrets', name);
  for (const container of [
    ...(pod.containers ?? []),
    ...(pod.initContainers ?? []),
    ...(pod.ephemeralContainers ?? []),
  ]) {
    for (const { valueFrom } of container.env ?? []) {
      add('secrets', valueFrom?.secretKeyRef?.name);
      add('configmaps', valueFrom?.configMapKeyRef?.name);
    }
    for (const { secretRef, configMapRef } of container.envFrom ?? []) {
      add('secrets', secretRef?.name);
      add('configmaps', configMapRef?.name);
    }
  }
  for (const { name, persistentVolumeClaim, ephemeral, configMap, projected, ...others } of pod.volumes ?? []) {
    add('persistentvolumeclaims', persistentVolumeClaim?.claimName);
    if (ephemeral) add('persistentvolumeclaims', `${metadata.name}-${name}`);
    add('configmaps', configMap?.name);
    for (const source of projected?.sources ?? []) {
      add('secrets', source.secret?.name);
      add('configmaps', source.configMap?.name);
    }
    for (const secret of secretsOf(others)) add('secrets', secret.name);
  }
  return found;
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
}
