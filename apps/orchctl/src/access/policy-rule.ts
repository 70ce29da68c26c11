/** A rule of a role or of a rules review: verbs on resources, or on paths. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  /** Empty: objects of any name. */
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}
