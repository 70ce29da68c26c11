import { fieldError, type CompiledSchema, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { JsonSchema } from '../schema/json-schema.js';
import { defaultErrors, type DefaultRules } from './default-errors.js';
import { keywordErrors } from './keyword-errors.js';
import { structuralViolations } from './structural-violations.js';
import { unsupportedKeyword } from './unsupported-keyword.js';

export interface SchemaCheckOptions {
  /** Prefix of extensions in texts and paths: `x-kubernetes-`. */
  readonly prefix: string;
  /** The schema of ObjectMeta, for defaults of embedded objects. */
  readonly metadata: CompiledSchema;
  /** Whether schemas may have defaults; else why not, to be read after `must not be set`. Default: true. */
  readonly defaults?: true | string;
  /** Whether types must be known. Default: true. */
  readonly knownTypes?: boolean;
  /** Whether the schema must be structural. Default: true. */
  readonly structural?: boolean;
  /** Whether defaults may only have fields that the schema knows. Default: true. */
  readonly prunedDefaults?: boolean;
  /** Whether items of sets must be compared as a whole. Default: true. */
  readonly atomicSets?: boolean;
  /** Whether items of sets and keyed lists must not be null, and must have their keys. Default: true. */
  readonly identifiableItems?: boolean;
  /** Checks a default by the validation rules (CEL) of its schema. */
  readonly validateDefault?: DefaultRules;
}

/**
 * Errors of a schema in a definition, except of its validation rules, with the texts, fields and order of the reference server.
 * @param path of the schema: `spec.versions[0].schema.openAPIV3Schema`.
 */
export function checkSchema(schema: JsonSchema, path: FieldPath, options: SchemaCheckOptions): FieldError[] {
  const { prefix, metadata, validateDefault } = options;
  const unsupported = unsupportedKeyword(schema, prefix);
  const errors: FieldError[] = [];
  if ((options.structural ?? true) && unsupported === undefined) {
    errors.push(...structuralViolations(schema, path, prefix));
    const prunedDefaults = options.prunedDefaults ?? true;
    if (errors.length === 0) errors.push(...defaultErrors(schema, path, { metadata, prunedDefaults, validateDefault }));
  }
  errors.push(
    ...keywordErrors(schema, path, {
      prefix,
      defaults: options.defaults ?? true,
      knownTypes: options.knownTypes ?? true,
      atomicSets: options.atomicSets ?? true,
      identifiableItems: options.identifiableItems ?? true,
    }),
  );
  if (errors.length === 0 && (options.structural ?? true) && unsupported !== undefined)
    errors.push(fieldError.invalid(path, '', unsupported));
  return errors;
}
