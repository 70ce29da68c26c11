import { sameJson, type ClusterRole, type PolicyRule, type RoleRef } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from './forbidden.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { atOnceOrInTurns, flowOf, inTurns, resourceRequest, type Authorizer } from '@orch/http';
import { rulesForUser, type RbacIndex, missingRules, missingRulesInSteps, list, rulesText } from '@orch/authorization';

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Prevents privilege escalation: writing a role requires all permissions in it, or the verb `escalate` on it (D-088); writing a
 * binding requires all permissions in its role, or the verb `bind` on that role (D-089). Cannot be disabled.
 */
export const noEscalation = (
  authorizer: Authorizer,
  index: RbacIndex,
  { groups }: Pick<Vocabulary, 'groups'>,
): AdmissionPlugin => {
  const may = async (a: AdmissionAttributes, verb: string, resource: string, name: string): Promise<boolean> =>
    (
      await authorizer.decide(
        a.user,
        resourceRequest({ verb, group: groups.rbac, version: '*', namespace: a.namespace, resource, name }),
      )
    ).allowed;

  const checkRole = async (a: AdmissionAttributes): Promise<void> => {
    const { resource } = a.definition.gvr;
    if (await may(a, 'escalate', resource, a.name)) return;
    const { rules, aggregationRule } = a.object as ApiObject & ClusterRole;
    const held = await atOnceOrInTurns(rulesForUser(index, a.user, a.namespace), () => ({ flow: flowOf(a.user) }));
    await refuseMissing(a, held, rules ?? []);
    const aggregates = aggregationRule ?? (a.oldObject as (ApiObject & ClusterRole) | undefined)?.aggregationRule;
    // The rules that it will aggregate are unknown.
    if (aggregates && missingRules(held, EVERYTHING).length > 0) {
      throw forbidden(a, 'must have cluster-admin privileges to use the aggregationRule');
    }
  };

  const checkBinding = async (a: AdmissionAttributes): Promise<void> => {
    const { kind, name } = (a.object as unknown as { readonly roleRef: RoleRef }).roleRef;
    const resource = kind === 'Role' ? 'roles' : 'clusterroles';
    if (await may(a, 'bind', resource, name)) return;
    const rules = index.rulesOf(kind === 'Role' ? a.namespace : '', name);
    if (!rules) throw ApiError.notFound({ group: groups.rbac, resource, name });
    // Looked up in the same turn as the rules of the role, so both are of one state.
    const held = rulesForUser(index, a.user, a.namespace);
    await refuseMissing(a, await atOnceOrInTurns(held, () => ({ flow: flowOf(a.user) })), rules);
  };

  return {
    name: 'NoEscalation',
    handles: (a) =>
      a.definition.gvr.group === groups.rbac && a.operation !== 'DELETE' && a.subresource === '' && !onlyReleases(a),
    validate: (a) => (a.definition.gvr.resource.endsWith('bindings') ? checkBinding(a) : checkRole(a)),
  };
};

async function refuseMissing(
  a: AdmissionAttributes,
  held: readonly PolicyRule[],
  required: readonly PolicyRule[],
): Promise<void> {
  const missing = await inTurns(missingRulesInSteps(held, required), { flow: flowOf(a.user) });
  if (missing.length === 0) return;
  const { username, groups } = a.user;
  const who = `user ${JSON.stringify(username)} (groups=${list(groups)})`;
  throw forbidden(a, `${who} is attempting to grant RBAC permissions not currently held:\n${rulesText(missing)}`);
}

/** Whether only owner references and finalizers change: a write of the garbage collector. */
function onlyReleases({ object, oldObject }: AdmissionAttributes): boolean {
  return oldObject !== undefined && object !== undefined && sameJson(rest(object), rest(oldObject));
}

function rest({ metadata, ...content }: ApiObject): unknown {
  const { ownerReferences: _o, finalizers: _f, managedFields: _m, resourceVersion: _r, ...others } = metadata;
  return [others, content];
}
