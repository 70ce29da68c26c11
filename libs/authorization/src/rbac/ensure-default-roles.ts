import type { FeatureGates } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { ensureEach, type LoopbackClient } from '@orch/registry';
import { defaultObjects } from './default-objects.js';
import type { DefaultPolicy } from './defaults/default-role.js';
import { repairedBinding, repairedRole, splitBinding } from './repair.js';

/** A default object, and how to reconcile an existing one. */
interface Wanted {
  readonly resource: string;
  readonly namespace: string;
  readonly object: ApiObject;
  /** Another one of the resource that `object` was once part of. */
  readonly source: string | undefined;
  /** The same object when nothing is missing; undefined when it must be recreated. */
  readonly repair: (existing: ApiObject) => ApiObject | undefined;
}

/**
 * Creates and reconciles the default roles and bindings: adds missing permissions and subjects, and keeps additional ones. An object with
 * annotation `"false"` is left alone (D-090). Writes concurrently, as `ensureEach`.
 * @param more roles and bindings in addition to those of every server.
 */
export async function ensureDefaultRoles(
  writes: LoopbackClient,
  vocabulary: Vocabulary,
  features: FeatureGates,
  more?: DefaultPolicy,
): Promise<void> {
  await ensureEach(wantedObjects(vocabulary, features, more), (wanted) => ensure(writes, wanted, vocabulary));
}

/** Bindings that earlier releases did not have, by the ones that gave their rights then. */
const SOURCES: ReadonlyMap<string, string> = new Map([['system:public-info-viewer', 'system:discovery']]);

async function ensure(writes: LoopbackClient, wanted: Wanted, { annotations }: Vocabulary): Promise<void> {
  const { resource, namespace, object, source, repair } = wanted;
  const name = object.metadata.name!;
  const existing = writes.read(resource, namespace, name);
  if (!existing) {
    const from = source === undefined ? undefined : writes.read(resource, namespace, source);
    const first = from ? splitBinding(from, object, annotations.roleAutoUpdate) : object;
    return writes.createIfAbsent(resource, namespace, first);
  }
  if (existing.metadata.annotations?.[annotations.roleAutoUpdate] === 'false') return;
  const repaired = repair(existing);
  if (repaired === existing) return;
  if (repaired) return writes.change(resource, namespace, name, (old) => repair(old) ?? old);
  await writes.remove(resource, namespace, name);
  await writes.createIfAbsent(resource, namespace, object);
}

function wantedObjects(vocabulary: Vocabulary, features: FeatureGates, more: DefaultPolicy | undefined): Wanted[] {
  const { roles, bindings } = defaultObjects(vocabulary, features, more);
  const at = (object: ApiObject, resource: string) => {
    const { namespace } = object.metadata;
    const plural = namespace === undefined ? `cluster${resource}` : resource;
    return { resource: `${plural}.${vocabulary.groups.rbac}`, namespace: namespace ?? '', object };
  };
  return [
    ...roles.map((object) => ({
      ...at(object, 'roles'),
      source: undefined,
      repair: (old: ApiObject) => repairedRole(old, object),
    })),
    ...bindings.map((object) => ({
      ...at(object, 'rolebindings'),
      source: SOURCES.get(object.metadata.name!),
      repair: (old: ApiObject) => repairedBinding(old, object),
    })),
  ];
}
