export { withDanglingCondition } from './dangling-condition.js';
export { FlowControl } from './flow-control.js';
export { DEFAULT_FLOW_LIMITS, type FlowLimits } from './flow-limits.js';
export { limitInFlight, type InFlightCounts } from './limit-in-flight.js';
export { flowLimits, limitsFlags } from './limits-flags.js';
export type { LevelForm, SchemaForm } from './object-forms.js';
export { PriorityLevel } from './priority-level.js';
export { requestLimits } from './request-limits.js';
export { suggestedLevels, suggestedSchemas } from './suggested-objects.js';
