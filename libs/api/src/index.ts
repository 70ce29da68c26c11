export { compileKinds } from './definition/compile-kinds.js';
export { AGE_COLUMN, ageSince, column, NAME_COLUMN, WIDE } from './definition/columns.js';
export {
  Field,
  jsonFieldsOf,
  Struct,
  structOf,
  type FieldFacts,
  type InlinedStruct,
  type StructFacts,
  type StructOptions,
} from './definition/decorators.js';
export {
  enumOf,
  listOf,
  mapOf,
  type FieldOptions,
  type FieldType,
  type ScalarType,
  type StructClass,
} from './definition/field-type.js';
export type { KindDeclaration, PrinterColumn, StorageConversion } from './definition/kind-declaration.js';
export { KindObject } from './definition/kind-object.js';
export type { ResourceDefinition } from './definition/resource-definition.js';
export { standingMetadata, statusSubresource } from './definition/status-subresource.js';
export type { Strategy, StrategyContext, SubresourceStrategy, UserInfo } from './definition/strategy.js';
export { schemaDefinitionsOf, structIn, structSchemaOf } from './definition/struct-schema.js';
export { builtinKinds } from './kinds.js';
export type { ConfigMap } from './core/v1/config-map/config-map.types.js';
export type { Namespace } from './core/v1/namespace/namespace.types.js';
export type { Secret } from './core/v1/secret/secret.types.js';
