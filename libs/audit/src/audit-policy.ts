/** How much of a request is recorded, from nothing to both bodies (D-193). Each has all that those before it have. */
export const AUDIT_LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** When events are made: on arrival, when a watch begins, at the end of an answer, and when the server itself failed (D-194). */
export const AUDIT_STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** One rule. Every list that is not empty must match; an empty one matches all. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  /** With `nonResourceURLs` empty too, the rule is about every request. */
  readonly resources: readonly ResourceSelector[];
  /** Empty text: what is in no namespace. */
  readonly namespaces: readonly string[];
  /** Paths; `*` at the end matches all that begin so. */
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

export interface ResourceSelector {
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, `*` + `/scale`, `*`. Empty: all of the group. */
  readonly resources: readonly string[];
  /** Empty: all. */
  readonly resourceNames: readonly string[];
}

/** Tried in order; the first rule that matches sets the level (D-191). */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
}
