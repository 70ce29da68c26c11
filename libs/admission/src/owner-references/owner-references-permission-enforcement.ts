import { sameOwnerReference, type OwnerReference } from '@orch/apimachinery';
import { flowOf, ownTurn, resourceRequest, type Authorizer } from '@orch/http';
import type { AdmissionAttributes, Registry } from '@orch/registry';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { storesOfKind } from '../matching/stores-of-kind.js';
import { forbidden } from '../forbidden.js';

/** An object may have tens of thousands. */
const REFERENCES_IN_TURN = 64;

/** The served kinds. */
export interface ServedKinds {
  readonly resources: Registry['resources'];
}

/**
 * Who changes the owners of an existing object needs permission to delete it, and who sets `blockOwnerDeletion` needs permission to update the
 * finalizers of the owner (D-184): otherwise an object could be deleted, or its owner kept, by someone who may do neither.
 */
export function ownerReferencesPermissionEnforcement(authorizer: Authorizer, kinds: ServedKinds): AdmissionPlugin {
  const may = async (
    a: AdmissionAttributes,
    request: Parameters<typeof resourceRequest>[0],
  ): Promise<string | undefined> => {
    const decision = await authorizer.decide(a.user, resourceRequest(request));
    return decision.allowed ? undefined : `${decision.reason}, <nil>`;
  };
  const check = async (a: AdmissionAttributes): Promise<void> => {
    if (a.operation === 'UPDATE') {
      const { group, version, resource } = a.definition.gvr;
      const { subresource, namespace, name } = a;
      const refusal = await may(a, { verb: 'delete', group, version, resource, subresource, namespace, name });
      if (refusal !== undefined)
        throw forbidden(a, `cannot set an ownerRef on a resource you can't delete: ${refusal}`);
    }
    const blocking = newBlocking(a);
    if (blocking.length === 0) return;
    const finalizers = { verb: 'update', subresource: 'finalizers' };
    if ((await may(a, { ...finalizers, group: '*', version: '*', resource: '*', name: '*' })) === undefined) return;
    for (const [index, reference] of blocking.entries()) {
      if (index > 0 && index % REFERENCES_IN_TURN === 0) await ownTurn({ flow: flowOf(a.user) });
      for (const { gvr, declaration } of ownersOf(a, reference, kinds)) {
        const namespace = declaration.namespaced ? a.namespace : '';
        const refusal = await may(a, { ...finalizers, ...gvr, namespace, name: reference.name });
        if (refusal !== undefined)
          throw forbidden(
            a,
            `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${refusal}`,
          );
      }
    }
  };
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (a) => (a.operation === 'CREATE' || a.operation === 'UPDATE') && !isPodStatus(a),
    validate: (a) => (changesOwners(a) ? check(a) : undefined),
  };
}

/** Its strategy keeps the owners. */
const isPodStatus = ({ subresource, definition: { gvr } }: AdmissionAttributes): boolean =>
  subresource === 'status' && gvr.group === '' && gvr.resource === 'pods';

function changesOwners({ object, oldObject }: AdmissionAttributes): boolean {
  const owners = object?.metadata?.ownerReferences ?? [];
  const before = oldObject?.metadata?.ownerReferences ?? [];
  return owners.length !== before.length || owners.some((one, index) => !sameOwnerReference(one, before[index]!));
}

/** References that block the deletion of their owner, and did not before. */
function newBlocking({ object, oldObject }: AdmissionAttributes): OwnerReference[] {
  const before = oldObject?.metadata.ownerReferences ?? [];
  const blocked = new Set(before.filter(({ blockOwnerDeletion }) => blockOwnerDeletion).map(({ uid }) => uid));
  return (object?.metadata.ownerReferences ?? []).filter((one) => one.blockOwnerDeletion && !blocked.has(one.uid));
}

/** The resources of an owner's kind. @throws ApiError Forbidden when none is served. */
function ownersOf(a: AdmissionAttributes, { apiVersion, kind }: OwnerReference, kinds: ServedKinds) {
  const found = [...storesOfKind(kinds, apiVersion, kind)].map(({ definition }) => definition);
  if (found.length > 0) return found;
  throw forbidden(
    a,
    `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ` +
      `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
  );
}
