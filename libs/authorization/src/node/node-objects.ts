import type { ApiObject } from '@orch/apimachinery';
import { splitObjectKey, type Entry, type Registry, type ResourceKey } from '@orch/registry';
import { podReferences, volumeSecrets, type ClaimReference } from './pod-references.js';

const PODS: ResourceKey = { group: '', resource: 'pods' };
const VOLUMES: ResourceKey = { group: '', resource: 'persistentvolumes' };

/** A pod on a node, and its references. */
interface PlacedPod {
  readonly node: string;
  /** `resource/namespace/name`. */
  readonly references: ReadonlySet<string>;
}

/**
 * Index of the objects that pods on each node reference, kept up to date. Starts at the first query, so that a server without nodes reads
 * no pods.
 */
export class NodeObjects {
  private registry: Registry | undefined;
  private following = false;
  /** By `namespace/name`. */
  private readonly pods = new Map<string, PlacedPod>();
  /** Number of pods of each node that reference an object. */
  private readonly users = new Map<string, Map<string, number>>();
  /** Volumes by the secrets they need, `namespace/name`, and vice versa. */
  private readonly volumesOf = new Map<string, Set<string>>();
  private readonly secretsOf = new Map<string, ReadonlySet<string>>();
  /** Claims of the volumes that need secrets. Thousands of volumes may need the same one: none is read to decide about it. */
  private readonly claimsOf = new Map<string, ClaimReference | undefined>();

  /** Sets the registry to read. The index ends with it. */
  attach(registry: Registry): void {
    this.registry = registry;
  }

  /** Whether a pod on this node references the object. */
  isUsed(node: string, resource: string, namespace: string, name: string): boolean {
    this.follow();
    return this.users.get(`${resource}/${namespace}/${name}`)?.has(node) === true;
  }

  /** Whether a pod on this node uses the secret, directly or by a volume that it has claimed. */
  isSecretUsed(node: string, namespace: string, name: string): boolean {
    if (this.isUsed(node, 'secrets', namespace, name)) return true;
    for (const volume of this.volumesOf.get(`${namespace}/${name}`) ?? []) {
      if (this.isClaimUsed(node, this.claimsOf.get(volume))) return true;
    }
    return false;
  }

  isVolumeUsed(node: string, name: string): boolean {
    const volume = this.registry?.read(VOLUMES, '', name);
    return this.isClaimUsed(node, volume && claimOf(volume));
  }

  private isClaimUsed(node: string, claim: ClaimReference | undefined): boolean {
    return claim?.name !== undefined && this.isUsed(node, 'persistentvolumeclaims', claim.namespace ?? '', claim.name);
  }

  isAttachedTo(node: string, group: string, attachment: string): boolean {
    const object = this.registry?.read({ group, resource: 'volumeattachments' }, '', attachment);
    return (object?.['spec'] as { readonly nodeName?: string } | undefined)?.nodeName === node;
  }

  hasPod(node: string, namespace: string, name: string): boolean {
    this.follow();
    return this.pods.get(`${namespace}/${name}`)?.node === node;
  }

  private follow(): void {
    if (this.following || !this.registry) return;
    this.following = true;
    for (const pod of this.registry.entriesOf(PODS)) this.addPod(pod);
    for (const volume of this.registry.readUndamaged(VOLUMES)) this.addVolume(volume);
    this.registry.changesOf(PODS).subscribe(({ type, entry }) => {
      if (type === 'DELETED') this.removePod(podKey(entry));
      else this.addPod(entry);
    });
    this.registry.changesOf(VOLUMES).subscribe(({ type, entry }) => {
      const volume = entry.parse();
      if (type === 'DELETED') this.removeVolume(volume.metadata.name!);
      else this.addVolume(volume);
    });
  }

  /** A pod may have tens of thousands of references: only its spec is parsed, and only references that changed are counted. */
  private addPod(entry: Entry): void {
    const key = podKey(entry);
    const { spec } = entry.parseMembers([], ['spec']) as { readonly spec?: { readonly nodeName?: string } };
    const node = spec?.nodeName;
    if (!node) return this.removePod(key);
    const { namespace, name } = splitObjectKey(entry.key);
    const references = new Set<string>();
    for (const reference of podReferences({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec })) {
      const slash = reference.indexOf('/');
      references.add(`${reference.slice(0, slash)}/${namespace}${reference.slice(slash)}`);
    }
    const before = this.pods.get(key);
    const kept = before?.node === node ? before.references : NO_REFERENCES;
    this.pods.set(key, { node, references });
    for (const reference of references) if (!kept.has(reference)) this.addUser(reference, node);
    if (before) this.removeUsers(before, before.node === node ? references : NO_REFERENCES);
  }

  private removePod(key: string): void {
    const pod = this.pods.get(key);
    if (!pod) return;
    this.pods.delete(key);
    this.removeUsers(pod, NO_REFERENCES);
  }

  private addUser(reference: string, node: string): void {
    let nodes = this.users.get(reference);
    if (!nodes) this.users.set(reference, (nodes = new Map()));
    nodes.set(node, (nodes.get(node) ?? 0) + 1);
  }

  private removeUsers({ node, references }: PlacedPod, kept: ReadonlySet<string>): void {
    for (const reference of references) {
      if (kept.has(reference)) continue;
      const nodes = this.users.get(reference)!;
      const left = nodes.get(node)! - 1;
      if (left > 0) nodes.set(node, left);
      else nodes.delete(node);
      if (nodes.size === 0) this.users.delete(reference);
    }
  }

  private addVolume(volume: ApiObject): void {
    const name = volume.metadata.name!;
    this.removeVolume(name);
    const secrets = volumeSecrets(volume);
    if (secrets.size === 0) return;
    this.secretsOf.set(name, secrets);
    this.claimsOf.set(name, claimOf(volume));
    for (const secret of secrets) {
      let volumes = this.volumesOf.get(secret);
      if (!volumes) this.volumesOf.set(secret, (volumes = new Set()));
      volumes.add(name);
    }
  }

  private removeVolume(name: string): void {
    for (const secret of this.secretsOf.get(name) ?? []) {
      const volumes = this.volumesOf.get(secret)!;
      volumes.delete(name);
      if (volumes.size === 0) this.volumesOf.delete(secret);
    }
    this.secretsOf.delete(name);
    this.claimsOf.delete(name);
  }
}

const claimOf = ({ spec }: ApiObject): ClaimReference | undefined =>
  (spec as { readonly claimRef?: ClaimReference } | undefined)?.claimRef;

const NO_REFERENCES: ReadonlySet<string> = new Set();

function podKey({ key }: Entry): string {
  const { namespace, name } = splitObjectKey(key);
  return `${namespace}/${name}`;
}
