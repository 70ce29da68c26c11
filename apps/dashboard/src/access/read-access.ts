import { eachObject } from '../api/each-object';
import type { ApiObject } from '../api/object';
import { pathOf } from '../api/resource';
import type { Session } from '../session/session';
import type { AccessRules } from './grants';

export interface ReadAccess {
  readonly rules: AccessRules;
  /** Plurals of the kinds that the user may not list, or that are too many: the answer lacks what they grant. */
  readonly missing: readonly string[];
}

/** Roles and bindings that hold in a namespace, or in all (''). @throws ApiFailure */
export async function readAccess(session: Session, namespace: string, signal: AbortSignal): Promise<ReadAccess> {
  const missing: string[] = [];
  const read = async (plural: string, here: string): Promise<readonly ApiObject[]> => {
    const resource = session.find(plural);
    if (resource === undefined || !session.may('list', resource, here)) {
      missing.push(plural);
      return [];
    }
    const objects: ApiObject[] = [];
    const isWhole = await eachObject(session.client, pathOf(resource, here), { signal }, (one) => objects.push(one));
    if (!isWhole) missing.push(plural);
    return objects;
  };
  const [roles, clusterRoles, roleBindings, clusterRoleBindings] = await Promise.all([
    read('roles', namespace),
    read('clusterroles', ''),
    read('rolebindings', namespace),
    read('clusterrolebindings', ''),
  ]);
  return { rules: { roles, clusterRoles, roleBindings, clusterRoleBindings }, missing };
}
