import type {
  FlowSchema,
  FlowSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  QueuingConfiguration,
  ResourcePolicyRule,
} from '@orch/api';

// Bootstrap schemas and levels of the server: with all fields, so that they can be compared with stored ones.

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

/** All requests of the subjects. */
export const everything = (subjects: FlowSubject[]): PolicyRulesWithSubjects => ({
  subjects,
  resourceRules: [everyResource],
  nonResourceRules: [everyPath],
});

/** Reads and writes of a namespaced resource. */
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

/** @param queuing undefined: requests without a seat are rejected. */
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
