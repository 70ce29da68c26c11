import type {
  FlowSchema,
  FlowSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  QueuingConfiguration,
  ResourcePolicyRule,
} from '@orch/api';

// How the server writes its own schemas and levels down: whole, so that what stands can be compared with it.

/** A schema without `apiVersion` and `kind`. */
export type SchemaForm = Pick<FlowSchema, 'metadata' | 'spec'>;
/** A level without `apiVersion` and `kind`. */
export type LevelForm = Pick<PriorityLevelConfiguration, 'metadata' | 'spec'>;

const ALL = ['*'];

export const groups = (...names: string[]): FlowSubject[] => names.map((name) => ({ kind: 'Group', group: { name } }));
export const users = (...names: string[]): FlowSubject[] => names.map((name) => ({ kind: 'User', user: { name } }));
export const serviceAccounts = (namespace: string, ...names: string[]): FlowSubject[] =>
  names.map((name) => ({ kind: 'ServiceAccount', serviceAccount: { namespace, name } }));

export const everyResource: ResourcePolicyRule = {
  verbs: ALL,
  apiGroups: ALL,
  resources: ALL,
  clusterScope: true,
  namespaces: ALL,
};
export const everyPath: NonResourcePolicyRule = { verbs: ALL, nonResourceURLs: ALL };

/** Of everything that the subjects ask for. */
export const everything = (subjects: FlowSubject[]): PolicyRulesWithSubjects => ({
  subjects,
  resourceRules: [everyResource],
  nonResourceRules: [everyPath],
});

/** A resource that is read and written in namespaces. */
export const inNamespaces = (
  verbs: string[],
  apiGroup: string,
  resources: string[],
  namespaces = ALL,
): ResourcePolicyRule => ({ verbs, apiGroups: [apiGroup], resources, namespaces });

export const schema = (
  name: string,
  matchingPrecedence: number,
  level: string,
  distinguisher: 'ByUser' | 'ByNamespace' | undefined,
  rules: PolicyRulesWithSubjects[],
): SchemaForm => ({
  metadata: { name },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(distinguisher ? { distinguisherMethod: { type: distinguisher } } : {}),
    rules,
  },
});

/** @param queuing undefined: who finds no seat is refused. */
export const limitedLevel = (
  name: string,
  nominalConcurrencyShares: number,
  lendablePercent: number,
  queuing: QueuingConfiguration | undefined,
): LevelForm => ({
  metadata: { name },
  spec: {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares,
      limitResponse: queuing ? { type: 'Queue', queuing } : { type: 'Reject' },
      lendablePercent,
    },
  },
});
