import type { FeatureGates, NonResourceRule, ResourceRule, UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { type RequestInfo, ALLOWED, type Authorizer, type Decision, NO_OPINION } from '@orch/http';
import { allowsResource, compileRules, questionOf } from '../rbac/compiled-rule.js';
import { ALL, allow } from '../rbac/defaults/default-role.js';
import { nodeRules } from '../rbac/defaults/node-roles.js';
import { NO_RULES, type RuleResolver } from '../user-rules.js';
import { nodeOf } from './node-identity.js';
import type { NodeObjects } from './node-objects.js';

const NO_NODE: readonly NonResourceRule[] = [];

/**
 * Mode Node (D-078): allows the rules of all nodes, and of secrets, ConfigMaps, claims, volumes, tokens, pods, leases, slices and nodes only
 * related objects: those that pods on the node reference, those with its name, and those that name it.
 */
export function nodeAuthorizer(
  objects: NodeObjects,
  vocabulary: Vocabulary,
  features: FeatureGates,
): Authorizer & RuleResolver {
  const { groups } = vocabulary;
  // The role has `deletecollection` of slices only: a role cannot limit the others to slices of the node.
  const ofSlices = features.enabled('DynamicResourceAllocation') ? [allow(ALL, groups.resource, 'resourceslices')] : [];
  const rules = [...nodeRules(vocabulary, features), ...ofSlices];
  const general = compileRules(rules).resources;
  const own = relationships(objects, vocabulary, features);

  const decide = (user: UserInfo, info: RequestInfo): Decision | Promise<Decision> => {
    const node = nodeOf(user);
    if (node === undefined || !info.isResource) return NO_OPINION;
    const question = questionOf(info);
    if (!general.some((rule) => allowsResource(rule, question))) return NO_OPINION;
    const asked = own[info.group === '' ? question.resource : `${question.resource}.${info.group}`];
    if (asked === undefined) return ALLOWED;
    const answer = (): Decision => {
      const found = asked(node, info);
      if (found === true) return ALLOWED;
      return { allowed: false, reason: found || `no relationship found between node '${node}' and this object` };
    };
    const loading = objects.load();
    return loading ? loading.then(answer) : answer();
  };
  return {
    neverDenies: true,
    decide,
    // The names that a node may read change with every pod: rules cannot express them.
    rulesFor: (user) =>
      nodeOf(user) === undefined
        ? NO_RULES
        : { resourceRules: rules as readonly ResourceRule[], nonResourceRules: NO_NODE, incomplete: true },
  };
}

/** Whether an object is related to the node; a text instead of false is the reason of the refusal. */
type Question = (node: string, info: RequestInfo) => boolean | string;

/** Restricted resources by `resource.group`. */
function relationships(
  objects: NodeObjects,
  { groups, namespaces }: Vocabulary,
  features: FeatureGates,
): Readonly<Record<string, Question>> {
  const used: Question = (node, { resource, namespace, name }) => objects.isUsed(node, resource, namespace, name);
  const itself: Question = (node, { name }) => name === node;
  const named: Question = (node, { group, resource, name }) => objects.isOfNode(node, { group, resource }, name);
  const ofItsPods: Question = (node, { namespace, name }) => objects.hasPod(node, namespace, name);
  /** An absent pod is not found, rather than refused. NodeRestriction judges one that is created meanwhile. */
  const ofItsPodsOrAbsent: Question = (node, { namespace, name }) =>
    objects.hasPod(node, namespace, name) || objects.isAbsent('pods', namespace, name);
  /** A create has its name only in the body, which NodeRestriction checks. */
  const creates =
    (question: Question): Question =>
    (node, info) =>
      (info.verb === 'create' && info.name === '') || question(node, info);
  const reads =
    (question: Question): Question =>
    (node, info) =>
      READS.has(info.verb) || question(node, info);
  const ofCollection =
    (question: Question): Question =>
    (node, info) => {
      if (!COLLECTION_VERBS.has(info.verb)) return question(node, info);
      // Without the feature, selectors are unknown here. Deletes are judged by NodeRestriction.
      if (!features.enabled('AuthorizeWithSelectors') || selectsNode(node, info)) return true;
      return `can only list/watch/deletecollection ${info.resource} with nodeName field selector`;
    };
  return {
    __proto__: null as never,
    secrets: (node, { namespace, name }) => name !== '' && objects.isSecretUsed(node, namespace, name),
    configmaps: used,
    persistentvolumeclaims: used,
    'persistentvolumeclaims/status': used,
    persistentvolumes: (node, { name }) => objects.isVolumeUsed(node, name),
    'serviceaccounts/token': used,
    pods: reads(creates((node, info) => (info.verb === 'delete' ? ofItsPodsOrAbsent : ofItsPods)(node, info))),
    'pods/status': ofItsPodsOrAbsent,
    'pods/eviction': ofItsPodsOrAbsent,
    nodes: reads(creates(itself)),
    'nodes/status': (node, { name }) => name === node || objects.isAbsent('nodes', '', name),
    [`volumeattachments.${groups.storage}`]: named,
    [`csinodes.${groups.storage}`]: creates(itself),
    [`leases.${groups.coordination}`]: (node, info) =>
      info.namespace === namespaces.nodeLease && creates(itself)(node, info),
    [`resourceclaims.${groups.resource}`]: used,
    [`resourceslices.${groups.resource}`]: ofCollection(creates(named)),
  };
}

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

const selectsNode = (node: string, { selectors }: RequestInfo): boolean =>
  selectors?.fieldSelector?.requirements.some(
    ({ key, operator, values }) =>
      key === 'spec.nodeName' && operator === 'In' && values?.length === 1 && values[0] === node,
  ) ?? false;
