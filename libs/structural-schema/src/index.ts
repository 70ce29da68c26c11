/**
 * Schemas of custom resources. Pure functions.
 * @module @orch/structural-schema
 */
export { checkSchema, type SchemaCheckOptions } from './check/check-schema.js';
export { schemaFaults, type SchemaFaults } from './check/schema-faults.js';
export { structuralViolationsSteps } from './check/structural-violations.js';
export { unsupportedKeyword } from './check/unsupported-keyword.js';
export { publishedSchema, type MetaFieldTexts, type PublishedSchemaOptions } from './openapi/published-schema.js';
export { extension, type ExtensionName, type JsonSchema } from './schema/json-schema.js';
export { compileCustomSchema, type CustomSchema, type CustomSchemaOptions } from './values/custom-schema.js';
export { unescapedName } from './rules/field-names.js';
export { checkRules, type RuleCheckOptions } from './rules/check-rules.js';
export { ruleTexts } from './rules/rule.js';
export { compileRules, type CompiledRules, type RuleOptions, type RuleResult } from './rules/compile-rules.js';
export { checkConversion, type CheckedVersions } from './conversion/check-conversion.js';
export { readConversionDocument, type ConversionDocument } from './conversion/conversion-document.js';
export { ConversionFault } from './conversion/conversion-fault.js';
export { DeclaredConversion } from './conversion/declared-conversion.js';
