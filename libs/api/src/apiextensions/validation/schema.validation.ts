import { fieldError, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkRules, checkSchema, compileRules, type SchemaCheckOptions } from '@orch/structural-schema';
import type { Vocabulary } from '@orch/vocabulary';
import type { InternalValidation, Json } from '../conversion/internal-definition.js';
import type { DefinitionDemands } from './demands.js';
import { goSchema } from './go-schema.js';
import { metadataSchema } from './metadata-schema.js';

/** Members of a root schema in addition to a sub-resource `status`, whose schema is that of the property `status` alone. */
const ALLOWED_AT_ROOT = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];

/** Where a schema is used. */
export interface SchemaUse {
  /** Whether objects have a sub-resource `status`. */
  readonly hasStatus: boolean;
  /** Whether an update leaves it as it is: its rules are not compiled again. */
  readonly isUnchanged: boolean;
  /** Checks defaults by their rules: {@link defaultRules} of the definition. */
  readonly validateDefault: DefaultRules;
}

type DefaultRules = NonNullable<SchemaCheckOptions['validateDefault']>;

/** The schema of a version, or of all versions. */
export function validateSchema(
  path: FieldPath,
  validation: InternalValidation | undefined,
  { hasStatus, isUnchanged, validateDefault }: SchemaUse,
  demands: DefinitionDemands,
  { schemaExtensionPrefix: prefix }: Vocabulary,
): FieldError[] {
  const schema = validation?.openAPIV3Schema;
  if (!schema) return [];
  return [
    ...(hasStatus ? validateRootWithStatus(path, schema) : []),
    ...(schema['nullable'] === true
      ? [fieldError.forbidden(path.child('openAPIV3Schema.nullable'), 'nullable cannot be true at the root')]
      : []),
    ...validateContent(path.child('openAPIV3Schema'), schema, { isUnchanged, validateDefault }, demands, prefix),
  ];
}

function validateContent(
  path: FieldPath,
  schema: Json,
  { isUnchanged, validateDefault }: Omit<SchemaUse, 'hasStatus'>,
  demands: DefinitionDemands,
  prefix: string,
): FieldError[] {
  const errors = checkSchema(schema, path, {
    prefix,
    metadata: metadataSchema(),
    defaults: demands.defaults,
    knownTypes: demands.knownTypes,
    structural: demands.structuralSchemas,
    prunedDefaults: demands.prunedDefaults,
    atomicSets: demands.atomicSets,
    identifiableItems: demands.identifiableItems,
    validateDefault,
  });
  const compiles = demands.structuralSchemas && errors.length === 0 && !isUnchanged;
  return [
    ...errors,
    ...checkRules(schema, path, { prefix, compiles, minor: demands.ruleMinor, stored: demands.storedRules }),
  ];
}

/** Cost of the rules of all defaults of a definition together, which are evaluated in one turn: some 25 ms. Defaults are short, so that theirs cost little. */
const DEFAULTS_BUDGET = 400_000;

/** Checks the defaults of all schemas of one definition by their rules. */
export function defaultRules(): DefaultRules {
  let budget = DEFAULTS_BUDGET;
  const validated = (cost: number): void => void (budget = Math.max(budget - cost, 0));
  return (part, value, path) =>
    compileRules(part, { path, isResource: false, budget, validated }).validate(value, value).errors;
}

function validateRootWithStatus(path: FieldPath, schema: Json): FieldError[] {
  if (schema['type'] !== undefined && schema['type'] !== 'object') {
    const rule = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [fieldError.invalid(path.child('openAPIV3Schema.type'), schema['type'], rule)];
  }
  return Object.keys(schema).some((member) => !ALLOWED_AT_ROOT.includes(goNameOf(member)))
    ? [
        fieldError.invalid(
          path.child('openAPIV3Schema'),
          goValue(goSchema, schema),
          `only [${ALLOWED_AT_ROOT.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`,
        ),
      ]
    : [];
}

/** `XListType` of an extension, `MinLength` of `minLength`. */
const goNameOf = (member: string): string =>
  member.startsWith('x-')
    ? `X${member.split('-').slice(2).map(capitalized).join('')}`
    : capitalized(member.replace(/^\$/, ''));

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
