import type { FlowSchema, PolicyRulesWithSubjects } from './v1/flow-schema/flow-schema.types.js';
import type { PriorityLevelConfiguration } from './v1/priority-level/priority-level-configuration.types.js';

type Form<T extends { metadata: unknown; spec?: unknown }> = Pick<T, 'metadata'> & Required<Pick<T, 'spec'>>;

/** Level and schema of requests that are never queued: those of administrators. */
export const EXEMPT = 'exempt';
/** Level and schema of requests that no other schema matches. */
export const CATCH_ALL = 'catch-all';

/** Everything that members of the groups request. */
const everything = (...groups: string[]): PolicyRulesWithSubjects => ({
  subjects: groups.map((name) => ({ kind: 'Group', group: { name } })),
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
});

/** Active independent of the store (D-226); in stored form. Only `spec.exempt` is mutable. */
export const mandatoryLevels: readonly Form<PriorityLevelConfiguration>[] = [
  {
    metadata: { name: EXEMPT },
    spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  },
  {
    metadata: { name: CATCH_ALL },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
  },
];

/** Active independent of the store (D-226); in stored form. Their spec is immutable. */
export const mandatorySchemas: readonly Form<FlowSchema>[] = [
  {
    metadata: { name: EXEMPT },
    spec: {
      priorityLevelConfiguration: { name: EXEMPT },
      matchingPrecedence: 1,
      rules: [everything('system:masters')],
    },
  },
  {
    metadata: { name: CATCH_ALL },
    spec: {
      priorityLevelConfiguration: { name: CATCH_ALL },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [everything('system:unauthenticated', 'system:authenticated')],
    },
  },
];
