export { amountsFrom, amountsText, minus, times, type Amounts } from './amounts.js';
export { podAmounts, type QuotaPod } from './pod-usage.js';
export { SETTLE_MS } from './settle-time.js';
export { hasDeadline, inScope, scopeWork, type QuotaSpec } from './scopes.js';
export { countedBy, isMeasured, usageOf, type CountedResource } from './usage-of.js';
