import {
  ApiError,
  type CompiledSchema,
  type DecodeReport,
  type FieldError,
  type GroupVersionKind,
  type WorkLimit,
} from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { StructuralNode } from '../schema/structural-node.js';
import { applyDefaults } from './apply-defaults.js';
import { embeddedErrors } from './embedded-resources.js';
import { listErrors } from './list-errors.js';
import { Pruner } from './pruner.js';
import { ValidationRun } from './validation-run.js';
import { ValueRules } from './value-rules.js';

export interface CustomSchemaOptions {
  readonly kind: GroupVersionKind;
  /** The schema of ObjectMeta of built-in kinds, compiled as a root. */
  readonly metadata: CompiledSchema;
  /** Whether fields that the schema does not know are kept, as definitions of the beta version may say. Default: false. */
  readonly preserveUnknownFields?: boolean;
}

/** The compiled schema of one version of a custom kind. HOT PATH (bench: custom-create): its methods run for every write. */
export interface CustomSchema extends CompiledSchema {
  /** @param limit of the checks. Default: none. @throws WorkLimitError. */
  validate(value: unknown, limit?: WorkLimit): FieldError[];
  /** As `validate`, but values that are as invalid as they were in the stored object are accepted. */
  validateUpdate(value: unknown, old: unknown, limit?: WorkLimit): FieldError[];
  /** Of an update of the sub-resource `status`: only errors of the status, with the texts that the reference has there. */
  validateStatus(value: unknown, old: unknown, limit?: WorkLimit): FieldError[];
  readonly structure: StructuralNode;
}

/**
 * Compiles the schema of a version of a custom kind. Cheap: each part is compiled when a value reaches it.
 * @param schema `openAPIV3Schema` of the version, which `checkSchema` accepted; undefined: any object is valid.
 */
export function compileCustomSchema(schema: JsonSchema | undefined, options: CustomSchemaOptions): CustomSchema {
  return new Schema(schema ?? {}, options);
}

class Schema implements CustomSchema {
  readonly root: StructuralNode;
  readonly empty: Readonly<Record<string, unknown>> = {};
  readonly storesNulls = false;
  private readonly rules: ValueRules;

  constructor(
    schema: JsonSchema,
    private readonly options: CustomSchemaOptions,
  ) {
    this.root = new StructuralNode(schema, { metadata: options.metadata.root }, true);
    this.rules = new ValueRules(schema);
  }

  get structure(): StructuralNode {
    return this.root;
  }

  decode(value: unknown, report: DecodeReport): Record<string, unknown> {
    return this.decoded(value, report, false);
  }

  decodeConfiguration(value: unknown, report: DecodeReport): Record<string, unknown> {
    return this.decoded(value, report, true);
  }

  private decoded(value: unknown, report: DecodeReport, isConfiguration: boolean): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw ApiError.badRequest(
        `json: cannot unmarshal into Go value of type ${this.options.kind.kind}: not an object`,
      );
    const { metadata, preserveUnknownFields = false } = this.options;
    const pruner = new Pruner(metadata, preserveUnknownFields, report, isConfiguration);
    return pruner.object(value as Record<string, unknown>, this.root);
  }

  stored(object: unknown): Record<string, unknown> {
    return this.decode(object, { unknownFields: [], duplicateFields: [] });
  }

  applyDefaults<T>(value: T, limit?: WorkLimit): T {
    return applyDefaults(value, this.root, this.options.metadata, limit) as T;
  }

  validate(value: unknown, limit?: WorkLimit): FieldError[] {
    return this.counted('', limit, (run) => {
      this.rules.validate(value, run, run.result, undefined, undefined);
      return [
        ...run.errors,
        ...embeddedErrors(value, this.root),
        ...listErrors(value, this.root, (checks) => run.spend(checks)),
      ];
    });
  }

  validateUpdate(value: unknown, old: unknown, limit?: WorkLimit): FieldError[] {
    return this.counted('', limit, (run) => {
      run.ratcheted(this.rules, value, run.result, old, this.root);
      return [...run.errors, ...embeddedErrors(value, this.root), ...this.newListErrors(value, old, run)];
    });
  }

  validateStatus(value: unknown, old: unknown, limit?: WorkLimit): FieldError[] {
    const status = memberOf(value, 'status');
    const rules = this.rules.property('status');
    return this.counted('status', limit, (run) => {
      if (status !== undefined && rules !== undefined)
        run.ratcheted(rules, status, run.result, memberOf(old, 'status'), this.root.property('status'));
      return [...run.errors, ...this.newListErrors(value, old, run)];
    });
  }

  /** @param prefix of the fields in errors. */
  private counted(
    prefix: string,
    limit: WorkLimit | undefined,
    validate: (run: ValidationRun) => FieldError[],
  ): FieldError[] {
    const run = new ValidationRun(prefix, undefined, limit);
    const errors = validate(run);
    limit?.spend(run.spent);
    return errors;
  }

  /** Errors of lists, unless the stored object has such errors too. */
  private newListErrors(value: unknown, old: unknown, run: ValidationRun): readonly FieldError[] {
    const spend = (checks: number): void => run.spend(checks);
    const errors = listErrors(value, this.root, spend);
    return errors.length > 0 && listErrors(old, this.root, spend).length > 0 ? [] : errors;
  }
}

const memberOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined;
