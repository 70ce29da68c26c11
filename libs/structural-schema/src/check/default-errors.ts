import {
  aggregatedText,
  ApiError,
  copyOf,
  fieldError,
  FieldPath,
  type CompiledSchema,
  type FieldError,
} from '@orch/apimachinery';
import { schemasIn, type JsonSchema } from '../schema/json-schema.js';
import { isMetaField, StructuralNode } from '../schema/structural-node.js';
import { embeddedErrorsAt, ofEmbedded } from '../values/embedded-resources.js';
import { Pruner, RefusedValue } from '../values/pruner.js';
import { shownValue } from '../values/shown-value.js';
import { ValidationRun } from '../values/validation-run.js';
import { ValueRules } from '../values/value-rules.js';

import { MAX_ERRORS } from './error-limit.js';

/** Of all defaults of a schema together, see `ValidationRun`: they are checked in one turn. */
const MAX_CHECKS = 100_000;

/** Errors of the validation rules of a schema for a default of it. */
export type DefaultRules = (schema: JsonSchema, value: unknown, path: FieldPath) => readonly FieldError[];

export interface DefaultChecks {
  readonly metadata: CompiledSchema;
  readonly prunedDefaults: boolean;
  readonly validateDefault: DefaultRules | undefined;
}

/** Builds the embedded object that a value is in, when it is in its metadata. */
type Surround = (value: unknown) => unknown;

/** Errors of defaults that are not valid values of their own schema. */
export function defaultErrors(schema: JsonSchema, path: FieldPath, checks: DefaultChecks): FieldError[] {
  const walk = new DefaultWalk(checks);
  walk.schema(new StructuralNode(schema, { metadata: checks.metadata.root }, true), path, undefined, (value) => value);
  return walk.errors;
}

class DefaultWalk {
  readonly errors: FieldError[] = [];
  private checksLeft = MAX_CHECKS;

  constructor(private readonly checks: DefaultChecks) {}

  /** @param surround undefined: the value is not in metadata. @param around as `surround`, for values that may be. */
  schema(node: StructuralNode, path: FieldPath, surround: Surround | undefined, around: Surround): void {
    if (this.errors.length >= MAX_ERRORS) return;
    const isObject = node.isEmbedded;
    if (isObject) {
      surround = undefined;
      around = (value) => value;
    }
    if (node.default !== undefined) {
      if (surround === undefined) this.value(node, path.child('default'));
      else this.inMetadata(node, path.child('default'), surround);
    }
    const items = node.items;
    const wrapped: Surround = (value) => around([value]);
    if (items !== undefined)
      this.schema(items, path.child('items'), surround === undefined ? undefined : wrapped, wrapped);
    for (const name of Object.keys(schemasIn(node.schema, 'properties')).sort()) {
      const named: Surround = (value) => around({ [name]: value });
      const inMetadata = surround !== undefined || (isObject && isMetaField(name));
      this.schema(node.property(name)!, path.child('properties').key(name), inMetadata ? named : undefined, named);
    }
  }

  private value(node: StructuralNode, path: FieldPath): void {
    const { prunedDefaults, metadata } = this.checks;
    const value = copyOf(node.default);
    let fault: FieldError | undefined;
    try {
      const pruner = new Pruner(metadata, false, { unknownFields: [], duplicateFields: [] });
      if (pruner.part(value, node).hasUnknown && prunedDefaults)
        this.errors.push(fieldError.invalid(path, shownValue(value), 'must not have unknown fields'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fault =
        error instanceof RefusedValue
          ? fieldError.invalid(path.child(error.field), shownValue(error.value), error.why)
          : fieldError.invalid(path, shownValue(value), error.message);
    }
    const embedded = fault === undefined ? embeddedErrorsAt(value, node, path) : [fault];
    if (embedded.length > 0) this.errors.push(...embedded);
    else this.rules(node, value, path);
  }

  private inMetadata(node: StructuralNode, path: FieldPath, surround: Surround): void {
    const value = copyOf(node.default);
    const object = { apiVersion: 'validation/v1', kind: 'Validation', ...(surround(value) as object) } as Record<
      string,
      unknown
    >;
    const why = this.metadataFault(object);
    if (why === undefined) this.rules(node, value, path);
    else this.errors.push(fieldError.invalid(path, shownValue(value), `must result in valid metadata: ${why}`));
  }

  private metadataFault(object: Readonly<Record<string, unknown>>): string | undefined {
    try {
      if (object['metadata'] !== undefined)
        this.checks.metadata.decode(object['metadata'], { unknownFields: [], duplicateFields: [] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return fieldFault(fieldError.invalid(FieldPath.of('metadata'), shownValue(object['metadata']), error.message));
    }
    const errors = ofEmbedded(object, FieldPath.root);
    if (errors.length === 0) return undefined;
    return aggregatedText(errors.map(fieldFault));
  }

  private rules(node: StructuralNode, value: unknown, path: FieldPath): void {
    const run = new ValidationRun(path.toString(), this.checksLeft);
    try {
      new ValueRules(node.schema).validate(value, run, run.result, undefined, undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.errors.push(fieldError.invalid(path, '', 'the defaults of the schema take too long to validate'));
      return;
    } finally {
      this.checksLeft -= Math.min(run.spent, this.checksLeft);
    }
    if (run.errors.length > 0) this.errors.push(...run.errors);
    else this.errors.push(...(this.checks.validateDefault?.(node.schema, value, path) ?? []));
  }
}

const fieldFault = (error: FieldError): string => `${error.field}: ${error.detail}`;
