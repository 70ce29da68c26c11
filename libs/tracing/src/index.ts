export { inSpan, runWithin, type SpanAttributes, traceHeaders } from './active-span.js';
export { loadTracing } from './load-tracing.js';
export { tracingFlags } from './tracing-flags.js';
export type { Tracing } from './tracing.js';
