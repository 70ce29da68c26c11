import type { NonResourceRule, ResourceRule, UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { type RequestInfo, ALLOWED, type Authorizer, type Decision, NO_OPINION } from '@orch/http';
import { allowsResource, compileRules, questionOf } from '../rbac/compiled-rule.js';
import { nodeRules } from '../rbac/defaults/node-roles.js';
import { NO_RULES, type RuleResolver } from '../user-rules.js';
import { nodeOf } from './node-identity.js';
import type { NodeObjects } from './node-objects.js';

const NO_NODE: readonly NonResourceRule[] = [];

/**
 * Mode Node (D-078): allows the rules of all nodes, and of secrets, ConfigMaps, claims, volumes, tokens, pods, leases and nodes only
 * related objects: those that pods on the node reference, and those with its name.
 */
export function nodeAuthorizer(objects: NodeObjects, vocabulary: Vocabulary): Authorizer & RuleResolver {
  const { groups, namespaces } = vocabulary;
  const rules = nodeRules(vocabulary);
  const general = compileRules(rules).resources;
  const own = relationships(objects, groups, namespaces.nodeLease);

  const decide = (user: UserInfo, info: RequestInfo): Decision | Promise<Decision> => {
    const node = nodeOf(user);
    if (node === undefined || !info.isResource) return NO_OPINION;
    const question = questionOf(info);
    if (!general.some((rule) => allowsResource(rule, question))) return NO_OPINION;
    const asked = own[info.group === '' ? question.resource : `${question.resource}.${info.group}`];
    if (asked === undefined) return ALLOWED;
    const answer = (): Decision => (asked(node, info) ? ALLOWED : unrelated(node));
    const loading = objects.load();
    return loading ? loading.then(answer) : answer();
  };
  return {
    decide,
    // The names that a node may read change with every pod: rules cannot express them.
    rulesFor: (user) =>
      nodeOf(user) === undefined
        ? NO_RULES
        : { resourceRules: rules as readonly ResourceRule[], nonResourceRules: NO_NODE, incomplete: true },
  };
}

type Question = (node: string, info: RequestInfo) => boolean;

/** Restricted resources by `resource.group`: whether an object is related to the node. */
function relationships(
  objects: NodeObjects,
  groups: Vocabulary['groups'],
  leaseNamespace: string,
): Readonly<Record<string, Question>> {
  const used: Question = (node, { resource, namespace, name }) => objects.isUsed(node, resource, namespace, name);
  const itself: Question = (node, { name }) => name === node;
  const ofItsPods: Question = (node, { namespace, name }) => objects.hasPod(node, namespace, name);
  /** A create has its name only in the body, which NodeRestriction checks. */
  const creates =
    (question: Question): Question =>
    (node, info) =>
      (info.verb === 'create' && info.name === '') || question(node, info);
  const reads =
    (question: Question): Question =>
    (node, info) =>
      READS.has(info.verb) || question(node, info);
  return {
    __proto__: null as never,
    secrets: (node, { namespace, name }) => name !== '' && objects.isSecretUsed(node, namespace, name),
    configmaps: used,
    persistentvolumeclaims: used,
    'persistentvolumeclaims/status': used,
    persistentvolumes: (node, { name }) => objects.isVolumeUsed(node, name),
    'serviceaccounts/token': used,
    pods: reads(creates(ofItsPods)),
    'pods/status': ofItsPods,
    'pods/eviction': ofItsPods,
    nodes: reads(creates(itself)),
    'nodes/status': itself,
    [`volumeattachments.${groups.storage}`]: (node, { group, name }) => objects.isAttachedTo(node, group, name),
    [`csinodes.${groups.storage}`]: creates(itself),
    [`leases.${groups.coordination}`]: (node, info) => info.namespace === leaseNamespace && creates(itself)(node, info),
  };
}

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

const unrelated = (node: string): Decision => ({
  allowed: false,
  reason: `no relationship found between node '${node}' and this object`,
});
