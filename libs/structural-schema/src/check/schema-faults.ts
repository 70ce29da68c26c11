import { FieldPath, type CompiledSchema } from '@orch/apimachinery';
import { anySchema } from '../schema/children.js';
import { defaultOf, schemasIn, textOf, type JsonSchema } from '../schema/json-schema.js';
import { StructuralNode } from '../schema/structural-node.js';
import { Pruner, RefusedValue } from '../values/pruner.js';
import { hasCompoundItems, itemRuleErrors } from './list-marker-errors.js';
import { structuralViolations } from './structural-violations.js';
import { unsupportedKeyword } from './unsupported-keyword.js';

const TYPES = new Set(['', 'array', 'boolean', 'integer', 'number', 'object', 'string']);

/** Faults of the schema of a stored definition: an update is not refused for one that was there before. */
export interface SchemaFaults {
  /** Why the schema is not structural; undefined: it is. For the condition `NonStructuralSchema`. */
  readonly nonStructural: boolean;
  readonly unknownTypes: boolean;
  readonly unprunedDefaults: boolean;
  readonly compoundSets: boolean;
  readonly unidentifiableItems: boolean;
}

/** @param metadata schema of ObjectMeta. */
export function schemaFaults(schema: JsonSchema, metadata: CompiledSchema): SchemaFaults {
  const nonStructural =
    unsupportedKeyword(schema, '') !== undefined || structuralViolations(schema, FieldPath.root, '').length > 0;
  return {
    nonStructural,
    unknownTypes: anySchema(schema, (one) => !TYPES.has(textOf(one, 'type'))),
    unprunedDefaults: !nonStructural && hasUnprunedDefaults(schema, metadata),
    compoundSets: anySchema(schema, hasCompoundItems),
    unidentifiableItems: anySchema(schema, (one) => itemRuleErrors(one, FieldPath.root, '').length > 0),
  };
}

function hasUnprunedDefaults(schema: JsonSchema, metadata: CompiledSchema): boolean {
  if (!anySchema(schema, (one) => defaultOf(one) !== undefined)) return false;
  const below = (node: StructuralNode): boolean => {
    if (node.default !== undefined && isUnpruned(node, metadata)) return true;
    const names = Object.keys(schemasIn(node.schema, 'properties'));
    const children = [node.items, node.others, ...names.map((name) => node.property(name))];
    return children.some((child) => child !== undefined && below(child));
  };
  return below(new StructuralNode(schema, { metadata: metadata.root }, true));
}

function isUnpruned(node: StructuralNode, metadata: CompiledSchema): boolean {
  try {
    return new Pruner(metadata, false, { unknownFields: [], duplicateFields: [] }).part(node.default, node).hasUnknown;
  } catch (error) {
    if (error instanceof RefusedValue) return true;
    throw error;
  }
}
