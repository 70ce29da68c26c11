import type { ClusterRole, RoleBinding } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Change, Registry, ResourceKey } from '@orch/registry';
import type { RbacIndex } from './rbac-index.js';

/**
 * Loads the stored roles and bindings into `index`, and applies every change. A change is applied before its writer is answered, so it
 * holds for the next request. Ends with the registry.
 */
export function followRoles(registry: Registry, index: RbacIndex, group: string): void {
  const follow = (
    resource: string,
    set: (object: ApiObject) => void,
    remove: (namespace: string, name: string) => void,
  ): void => {
    const key: ResourceKey = { group, resource };
    for (const object of registry.readUndamaged(key)) set(object);
    registry.changesOf(key).subscribe(({ type, entry, revision }: Change) => {
      if (type === 'DELETED') remove(entry.fieldValue('metadata.namespace'), entry.name);
      else set(entry.parse());
      index.changes.commit(revision);
    });
  };
  const setRole = (object: ApiObject): void => {
    const { metadata, rules } = object as ApiObject & Pick<ClusterRole, 'rules'>;
    index.setRole(metadata.namespace ?? '', metadata.name!, rules ?? []);
  };
  const removeRole = (namespace: string, name: string): void => index.setRole(namespace, name, undefined);
  const setBinding = (object: ApiObject): void => {
    const { metadata, roleRef, subjects = [] } = object as ApiObject & Pick<RoleBinding, 'roleRef' | 'subjects'>;
    index.setBinding({ namespace: metadata.namespace ?? '', name: metadata.name!, roleRef, subjects });
  };
  const removeBinding = (namespace: string, name: string): void => index.removeBinding(namespace, name);
  follow('roles', setRole, removeRole);
  follow('clusterroles', setRole, removeRole);
  follow('rolebindings', setBinding, removeBinding);
  follow('clusterrolebindings', setBinding, removeBinding);
  index.changes.beginAt(registry.revision);
}
