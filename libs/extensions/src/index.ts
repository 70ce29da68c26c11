/**
 * Custom resources: from a stored definition to a served kind.
 * @module @orch/extensions
 */
export { CustomKind, customKindContext, type CustomKindContext } from './custom-kind/custom-kind.js';
export { customResourceOf, schemaOf } from './custom-kind/custom-resource.js';
export { ruleConversionOf, webhookConversionOf } from './conversion/conversions.js';
export { ConversionMetrics } from './conversion/conversion-metrics.js';
export { CustomResources } from './serving/custom-resources.js';
export { keepDefinitions } from './status/keep-definitions.js';
