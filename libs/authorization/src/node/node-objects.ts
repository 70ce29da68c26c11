import { jsonPart, jsonView, type ApiObject } from '@orch/apimachinery';
import { inTurns, OWN_FLOW } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import { splitObjectKey, type Entry, type Registry, type ResourceKey } from '@orch/registry';
import { podReferences, volumeSecrets, type ClaimReference } from './pod-references.js';

const PODS: ResourceKey = { group: '', resource: 'pods' };
const VOLUMES: ResourceKey = { group: '', resource: 'persistentvolumes' };

/** A pod on a node, and its references. */
interface PlacedPod {
  readonly node: string;
  /** `resource/namespace/name`, each once. */
  readonly references: readonly string[];
}

/** Nodes whose pods reference an object: the node of the only such pod, as of most objects, else the number of pods by node. */
type Users = string | Map<string, number>;

/**
 * References of one pod that are indexed, the first ones: each takes a hundred bytes of the heap, and a pod of a few megabytes may have a hundred thousand.
 * Its node cannot read the others.
 */
const MAX_REFERENCES = 1_000;

/** Objects up to this size are indexed in one step. */
const STEP_BYTES = 64 * 1_024;

/**
 * Index of the objects that pods on each node reference, kept up to date. Loaded for the first request of a node, so that a server without nodes
 * reads no pods.
 */
export class NodeObjects {
  private registry: Registry | undefined;
  /** Of mirror pods. */
  private mirrorPath: readonly string[] = [];
  private loading: Promise<void> | undefined;
  private isLoaded = false;
  /** By `namespace/name`. */
  private readonly pods = new Map<string, PlacedPod>();
  private readonly users = new Map<string, Users>();
  /** Volumes by the secrets they need, `namespace/name`, and vice versa. */
  private readonly volumesOf = new Map<string, Set<string>>();
  private readonly secretsOf = new Map<string, ReadonlySet<string>>();
  /** Claims of the volumes that need secrets. Thousands of volumes may need the same one: none is read to decide about it. */
  private readonly claimsOf = new Map<string, ClaimReference | undefined>();

  /** Sets the registry to read. The index ends with it. */
  attach(registry: Registry, { annotations }: Pick<Vocabulary, 'annotations'>): void {
    this.registry = registry;
    this.mirrorPath = ['metadata', 'annotations', annotations.mirrorPod];
  }

  /** Loads the index. @returns undefined when it is loaded. Queries before that know nothing. */
  load(): Promise<void> | undefined {
    if (this.isLoaded || !this.registry) return undefined;
    return (this.loading ??= inTurns(this.follow(this.registry), { flow: OWN_FLOW }));
  }

  /** Whether a pod on this node references the object. */
  isUsed(node: string, resource: string, namespace: string, name: string): boolean {
    const users = this.users.get(`${resource}/${namespace}/${name}`);
    return typeof users === 'object' ? users.has(node) : users === node;
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
    return this.isClaimUsed(node, this.partOf(VOLUMES, name, ['spec', 'claimRef']) as ClaimReference | undefined);
  }

  private isClaimUsed(node: string, claim: ClaimReference | undefined): boolean {
    return claim?.name !== undefined && this.isUsed(node, 'persistentvolumeclaims', claim.namespace ?? '', claim.name);
  }

  /** Whether the `spec.nodeName` of an object of the cluster is the node: of a VolumeAttachment or a ResourceSlice. */
  isOfNode(node: string, resource: ResourceKey, name: string): boolean {
    return this.partOf(resource, name, ['spec', 'nodeName']) === node;
  }

  /** Of an object of the cluster, which may be large. */
  private partOf(resource: ResourceKey, name: string, path: readonly string[]): unknown {
    const json = this.registry?.partOf(resource, '', name, path);
    return json && JSON.parse(json.toString());
  }

  hasPod(node: string, namespace: string, name: string): boolean {
    return this.pods.get(`${namespace}/${name}`)?.node === node;
  }

  /** Whether an object of the core group does not exist: of pods, also none that waits for a node. */
  isAbsent(resource: 'pods' | 'nodes', namespace: string, name: string): boolean {
    return this.registry?.identityOf({ group: '', resource }, namespace, name) === undefined;
  }

  private *follow(registry: Registry): Generator<undefined, void> {
    yield* followResource(registry, PODS, {
      read: partsOfPod,
      add: (entry, pod) => this.addPod(entry, pod),
      remove: (entry) => this.removePod(podKey(entry)),
    });
    yield* followResource(registry, VOLUMES, {
      read: partsOfVolume,
      add: ({ name }, volume) => this.addVolume(name, volume),
      remove: ({ name }) => this.removeVolume(name),
    });
    this.isLoaded = true;
  }

  /** Only references that changed are counted. */
  private addPod(entry: Entry, { spec, status }: Parts): void {
    const key = podKey(entry);
    const node = (spec as { readonly nodeName?: string } | undefined)?.nodeName;
    if (!spec || !node) return this.removePod(key);
    const before = this.pods.get(key);
    const known = new Set(before?.node === node ? before.references : []);
    const references = this.referencesOf(entry, spec, status);
    this.pods.set(key, { node, references: [...references] });
    for (const reference of references) if (!known.has(reference)) this.addUser(reference, node);
    if (!before) return;
    for (const reference of before.references)
      if (before.node !== node || !references.has(reference)) this.removeUser(reference, before.node);
  }

  private referencesOf(entry: Entry, spec: object, status: object | undefined): ReadonlySet<string> {
    const found = new Set<string>();
    // A node creates its mirror pods itself: what admission adds to one must not let it read more.
    if (jsonPart(entry.bytes, this.mirrorPath)) return found;
    const { namespace, name } = splitObjectKey(entry.key);
    for (const reference of podReferences({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec, status })) {
      const slash = reference.indexOf('/');
      found.add(`${reference.slice(0, slash)}/${namespace}${reference.slice(slash)}`);
      if (found.size === MAX_REFERENCES) break;
    }
    return found;
  }

  private removePod(key: string): void {
    const pod = this.pods.get(key);
    if (!pod) return;
    this.pods.delete(key);
    for (const reference of pod.references) this.removeUser(reference, pod.node);
  }

  private addUser(reference: string, node: string): void {
    const users = this.users.get(reference);
    if (users === undefined) return void this.users.set(reference, node);
    const nodes = typeof users === 'string' ? new Map([[users, 1]]) : users;
    nodes.set(node, (nodes.get(node) ?? 0) + 1);
    if (nodes !== users) this.users.set(reference, nodes);
  }

  private removeUser(reference: string, node: string): void {
    const users = this.users.get(reference)!;
    if (typeof users === 'string') return void this.users.delete(reference);
    const left = users.get(node)! - 1;
    if (left > 0) users.set(node, left);
    else users.delete(node);
    if (users.size === 0) this.users.delete(reference);
  }

  private addVolume(name: string, { spec }: Parts): void {
    const volume = { metadata: { name }, spec } as ApiObject;
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

/** What is read of an object. */
interface Parts {
  readonly spec?: object;
  readonly status?: object;
}

/** A pod may be large: only its spec is parsed, and of its status the claims. */
function partsOfPod(entry: Entry): Parts {
  const parts: Parts = entry.parseMembers([], ['spec']);
  const claims = [
    ...('resourceClaims' in (parts.spec ?? {}) ? ['resourceClaimStatuses'] : []),
    // Few pods have it: a search of the bytes costs less than a reading of the status.
    ...(entry.bytes.includes('"extendedResourceClaimStatus"') ? ['extendedResourceClaimStatus'] : []),
  ];
  return claims.length === 0 ? parts : { ...parts, status: entry.parseMembers(['status'], claims) };
}

/** Of a large volume only what is read here is parsed. */
const partsOfVolume = (entry: Entry): Parts => (entry.isLarge ? jsonView(entry.bytes) : (entry.parse() as Parts));

interface Follower {
  /** Reads an object in one step. */
  readonly read: (entry: Entry) => Parts;
  readonly add: (entry: Entry, parts: Parts) => void;
  readonly remove: (entry: Entry) => void;
}

/** Follows the objects of a resource. Those there are are read in steps: there may be gigabytes. Those that change meanwhile are newer. */
function* followResource(registry: Registry, resource: ResourceKey, { read, add, remove }: Follower) {
  let newer: Set<string> | undefined = new Set();
  registry.changesOf(resource).subscribe(({ type, entry }) => {
    newer?.add(entry.key);
    if (type === 'DELETED') remove(entry);
    else add(entry, read(entry));
  });
  let bytes = 0;
  for (const entry of registry.entriesOf(resource)) {
    if ((bytes += entry.length) > STEP_BYTES) {
      yield;
      bytes = entry.length;
    }
    const parts = entry.isLarge ? ((yield* entry.parseInSteps()) as Parts) : read(entry);
    if (!newer.has(entry.key)) add(entry, parts);
  }
  newer = undefined;
}

/** A copy: a view of an entry is not kept. */
function claimOf({ spec }: ApiObject): ClaimReference | undefined {
  const { claimRef } = (spec ?? {}) as { readonly claimRef?: ClaimReference };
  return claimRef && { namespace: claimRef.namespace, name: claimRef.name };
}

function podKey({ key }: Entry): string {
  const { namespace, name } = splitObjectKey(key);
  return `${namespace}/${name}`;
}
