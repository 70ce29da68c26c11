/** How much of a request is recorded, from nothing to both bodies (D-193). Each level includes the previous ones. */
export const AUDIT_LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** When events are created: on receipt, at the start of a watch, at the end of the response, and on an internal error (D-194). */
export const AUDIT_STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** One rule. Every non-empty list must match; an empty list matches everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  /** When this and `nonResourceURLs` are empty, the rule matches every request. */
  readonly resources: readonly ResourceSelector[];
  /** The empty string matches requests without a namespace. */
  readonly namespaces: readonly string[];
  /** Paths; a trailing `*` matches every path with this prefix. */
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
