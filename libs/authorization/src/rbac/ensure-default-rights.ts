import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { unlessDamaged, type LoopbackClient } from '@orch/registry';
import { defaultObjects } from './default-objects.js';
import { repairedBinding, repairedRole } from './repair.js';

/** Where one default object belongs, and what it becomes when it stands there already. */
interface Wanted {
  readonly resource: string;
  readonly namespace: string;
  readonly object: ApiObject;
  /** The same object when there is nothing to repair; undefined when it has to be made anew. */
  readonly repair: (standing: ApiObject) => ApiObject | undefined;
}

/**
 * Makes the roles and bindings that every server has, and puts back what somebody took from them: rights and subjects that are
 * missing are added, those that were added stay. One whose annotation says `"false"` is left alone (D-090). All at once, so that they
 * share one commit.
 */
export async function ensureDefaultRights(writes: LoopbackClient, vocabulary: Vocabulary): Promise<void> {
  await Promise.all(wantedObjects(vocabulary).map((wanted) => unlessDamaged(() => ensure(writes, wanted, vocabulary))));
}

async function ensure(writes: LoopbackClient, wanted: Wanted, { annotations }: Vocabulary): Promise<void> {
  const { resource, namespace, object, repair } = wanted;
  const name = object.metadata.name!;
  const standing = writes.read(resource, namespace, name);
  if (!standing) return writes.createIfAbsent(resource, namespace, object);
  if (standing.metadata.annotations?.[annotations.roleAutoUpdate] === 'false') return;
  const repaired = repair(standing);
  if (repaired === standing) return;
  if (repaired) return writes.change(resource, namespace, name, (old) => repair(old) ?? old);
  await writes.remove(resource, namespace, name);
  await writes.createIfAbsent(resource, namespace, object);
}

function wantedObjects(vocabulary: Vocabulary): Wanted[] {
  const { roles, bindings } = defaultObjects(vocabulary);
  const at = (object: ApiObject, resource: string) => {
    const { namespace } = object.metadata;
    const plural = namespace === undefined ? `cluster${resource}` : resource;
    return { resource: `${plural}.${vocabulary.groups.rbac}`, namespace: namespace ?? '', object };
  };
  return [
    ...roles.map((object) => ({ ...at(object, 'roles'), repair: (old: ApiObject) => repairedRole(old, object) })),
    ...bindings.map((object) => ({
      ...at(object, 'rolebindings'),
      repair: (old: ApiObject) => repairedBinding(old, object),
    })),
  ];
}
