/** Settings of request limits. */
export interface FlowLimits {
  /** Whether schemas and levels are used instead of two plain limits (D-222, D-224). Default true. */
  readonly priorityAndFairness: boolean;
}

/** The defaults. */
export const DEFAULT_FLOW_LIMITS: FlowLimits = Object.freeze({ priorityAndFairness: true });
