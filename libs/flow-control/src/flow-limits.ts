/** How requests are limited beyond what the other options say. */
export interface FlowLimits {
  /** Whether schemas and levels decide who is served; otherwise two plain limits do (D-222, D-224). Default true. */
  readonly priorityAndFairness: boolean;
}

/** What stands when nobody says otherwise. */
export const DEFAULT_FLOW_LIMITS: FlowLimits = Object.freeze({ priorityAndFairness: true });
