import { vocabularies, type Vocabulary } from '@orch/vocabulary';
import { Field, Struct, type FieldFacts } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, type FieldOptions, type FieldType } from '../../../definition/field-type.js';
import { structVersion, type StructVersion } from '../../../definition/struct-version.js';

@Struct('apiextensions.v1.JSON', { jsonForm: 'any', description: 'Any JSON value.' })
export class JSONValue {}

@Struct('apiextensions.v1.JSONSchemaPropsOrArray', {
  jsonForm: [
    { number: 1, type: () => JSONSchemaProps },
    { number: 2, type: listOf(() => JSONSchemaProps) },
  ],
  description: 'A schema, or a list of schemas.',
})
export class JSONSchemaPropsOrArray {}

@Struct('apiextensions.v1.JSONSchemaPropsOrBool', {
  jsonForm: [
    { number: 1, type: 'bool' },
    { number: 2, type: () => JSONSchemaProps },
  ],
  description: 'A schema, or whether there may be any value at all.',
})
export class JSONSchemaPropsOrBool {}

@Struct('apiextensions.v1.JSONSchemaPropsOrStringArray', {
  jsonForm: [
    { number: 1, type: () => JSONSchemaProps },
    { number: 2, type: listOf('string') },
  ],
  description: 'A schema, or a list of property names.',
})
export class JSONSchemaPropsOrStringArray {}

@Struct('apiextensions.v1.ExternalDocumentation', { description: 'Where more is written about a value.' })
export class ExternalDocumentation {
  @Field(1, 'string', { description: 'What the document is about.' }) description?: string;
  @Field(2, 'string', { description: 'Address of the document.' }) url?: string;
}

@Struct('apiextensions.v1.ValidationRule', {
  since: 23,
  description: 'A rule in the Common Expression Language that values must satisfy.',
})
export class ValidationRule {
  @Field(1, 'string', {
    required: true,
    since: 23,
    description:
      'The expression. `self` is the value of the schema that has the rule, `oldSelf` its value before an update. True: the value is valid.',
  })
  rule: string;
  @Field(2, 'string', {
    since: 23,
    description: 'Text of the error, in one line. Required when the rule has line breaks. Default: the rule itself.',
  })
  message?: string;
  @Field(3, 'string', {
    since: 27,
    description:
      'An expression that returns the text of the error. When it fails or returns no text, `message` is used.',
  })
  messageExpression?: string;
  @Field(4, enumOf('FieldValueRequired', 'FieldValueDuplicate', 'FieldValueInvalid', 'FieldValueForbidden'), {
    goType: 'v1.FieldValueErrorReason',
    pointer: true,
    since: 28,
    description: 'Reason of the error for programs. Default: `FieldValueInvalid`.',
  })
  reason?: string;
  @Field(5, 'string', {
    since: 28,
    description: 'Field below the value that the error is about, as a relative path: `.spec.size`. Default: the value.',
  })
  fieldPath?: string;
  @Field(6, 'bool', {
    pointer: true,
    featureGate: 'CRDValidationRatcheting',
    since: 29,
    description:
      'Evaluates a rule that uses `oldSelf` also when there is no old value; then `oldSelf` is an optional without value. Default: false.',
  })
  optionalOldSelf?: boolean;
}

@Struct('apiextensions.v1.JSONSchemaProps', {
  description: 'A schema of a value: JSON Schema, draft 4, restricted to what OpenAPI 3.0 has.',
})
export class JSONSchemaProps {
  @Field(1, 'string', { description: 'Not supported.' }) id?: string;
  @Field(2, 'string', { description: 'Version of JSON Schema; not used.' }) $schema?: string;
  @Field(3, 'string', { pointer: true, description: 'Not supported: a schema contains all its parts.' }) $ref?: string;
  @Field(4, 'string', { description: 'What the value means, for documents.' }) description?: string;
  @Field(5, 'string', { description: 'One of array, boolean, integer, number, object and string.' }) type?: string;
  @Field(6, 'string', {
    description:
      'Form of a number or text, such as int32, int64, date-time, uuid, ipv4, cidr or duration. An unknown format is not checked.',
  })
  format?: string;
  @Field(7, 'string', { description: 'Short name of the value, for documents.' }) title?: string;
  @Field(8, () => JSONValue, {
    pointer: true,
    description: 'Value of the field where it is absent. It must satisfy the schema.',
  })
  default?: unknown;
  @Field(9, 'double', { pointer: true, description: 'Largest number.' }) maximum?: number;
  @Field(10, 'bool', { description: 'Excludes `maximum` itself. Default: false.' }) exclusiveMaximum?: boolean;
  @Field(11, 'double', { pointer: true, description: 'Smallest number.' }) minimum?: number;
  @Field(12, 'bool', { description: 'Excludes `minimum` itself. Default: false.' }) exclusiveMinimum?: boolean;
  @Field(13, 'int64', { pointer: true, description: 'Maximum length of a text, in characters.' }) maxLength?: number;
  @Field(14, 'int64', { pointer: true, description: 'Minimum length of a text, in characters.' }) minLength?: number;
  @Field(15, 'string', { description: 'Regular expression (RE2) that a text must contain a match of.' })
  pattern?: string;
  @Field(16, 'int64', { pointer: true, description: 'Maximum number of items.' }) maxItems?: number;
  @Field(17, 'int64', { pointer: true, description: 'Minimum number of items.' }) minItems?: number;
  @Field(18, 'bool', { description: 'Must be false: `x-list-type: set` says that items are unique.' })
  uniqueItems?: boolean;
  @Field(19, 'double', { pointer: true, description: 'A number must be a multiple of it.' }) multipleOf?: number;
  @Field(20, listOf(() => JSONValue), { listType: 'atomic', description: 'The value must be one of these.' })
  enum?: unknown[];
  @Field(21, 'int64', { pointer: true, description: 'Maximum number of properties.' }) maxProperties?: number;
  @Field(22, 'int64', { pointer: true, description: 'Minimum number of properties.' }) minProperties?: number;
  @Field(23, listOf('string'), { listType: 'atomic', description: 'Properties that must be present.' })
  required?: string[];
  @Field(24, () => JSONSchemaPropsOrArray, {
    pointer: true,
    description: 'Schema of every item. A list is not supported.',
  })
  items?: JSONSchemaProps | JSONSchemaProps[];
  @Field(25, listOf(() => JSONSchemaProps), { listType: 'atomic', description: 'The value must satisfy all of these.' })
  allOf?: JSONSchemaProps[];
  @Field(26, listOf(() => JSONSchemaProps), {
    listType: 'atomic',
    description: 'The value must satisfy exactly one of these.',
  })
  oneOf?: JSONSchemaProps[];
  @Field(27, listOf(() => JSONSchemaProps), {
    listType: 'atomic',
    description: 'The value must satisfy one or more of these.',
  })
  anyOf?: JSONSchemaProps[];
  @Field(28, () => JSONSchemaProps, { pointer: true, description: 'The value must not satisfy it.' })
  not?: JSONSchemaProps;
  @Field(29, mapOf(() => JSONSchemaProps), { description: 'Schemas of the fields of an object, by name.' })
  properties?: Record<string, JSONSchemaProps>;
  @Field(30, () => JSONSchemaPropsOrBool, {
    pointer: true,
    description: 'Schema of the values of a map; true: they may be anything. Not together with `properties`.',
  })
  additionalProperties?: JSONSchemaProps | boolean;
  @Field(31, mapOf(() => JSONSchemaProps), { description: 'Not supported.' })
  patternProperties?: Record<string, JSONSchemaProps>;
  @Field(32, mapOf(() => JSONSchemaPropsOrStringArray), { description: 'Not supported.' })
  dependencies?: Record<string, JSONSchemaProps | string[]>;
  @Field(33, () => JSONSchemaPropsOrBool, { pointer: true, description: 'Not supported.' })
  additionalItems?: JSONSchemaProps | boolean;
  @Field(34, mapOf(() => JSONSchemaProps), { description: 'Not supported.' })
  definitions?: Record<string, JSONSchemaProps>;
  @Field(35, () => ExternalDocumentation, { pointer: true, description: 'Where more is written about the value.' })
  externalDocs?: ExternalDocumentation;
  @Field(36, () => JSONValue, { pointer: true, description: 'An example of a value, for documents.' })
  example?: unknown;
  @Field(37, 'bool', { description: 'Allows null. Default: false.' }) nullable?: boolean;
  /** Extensions, by their name with the prefix of a vocabulary. */
  [extension: `x-${string}`]: unknown;
}

/** An extension of JSON Schema: its name without prefix, and its field. */
type Extension = readonly [name: string, number: number, type: FieldType, options: FieldOptions];

const EXTENSIONS: readonly Extension[] = [
  [
    'preserve-unknown-fields',
    38,
    'bool',
    {
      pointer: true,
      description: 'Keeps fields that no schema names. Only true may be set. Default: they are dropped.',
    },
  ],
  [
    'embedded-resource',
    39,
    'bool',
    { description: 'The value is a whole object, with apiVersion, kind and metadata. Default: false.' },
  ],
  [
    'int-or-string',
    40,
    'bool',
    { description: 'The value is a whole number or a text, and the schema has no type. Default: false.' },
  ],
  [
    'list-map-keys',
    41,
    listOf('string'),
    { listType: 'atomic', description: 'Fields that together identify an item of a list of type `map`.' },
  ],
  [
    'list-type',
    42,
    'string',
    {
      pointer: true,
      description:
        'How items are merged: `atomic`, the list as a whole; `set`, unique values; `map`, unique keys. Default: `atomic`.',
    },
  ],
  [
    'map-type',
    43,
    'string',
    {
      pointer: true,
      description: 'How an object is merged: `granular`, field by field; `atomic`, as a whole. Default: `granular`.',
    },
  ],
  [
    'validations',
    44,
    listOf(() => ValidationRule),
    {
      listType: 'map',
      listMapKeys: ['rule'],
      patchStrategy: 'merge',
      patchMergeKey: 'rule',
      since: 23,
      description: 'Rules in the Common Expression Language, all of which must hold.',
    },
  ],
];

/** Prefix of the extensions in the definitions that other projects publish: those are accepted in every vocabulary. */
const PUBLISHED_PREFIX = vocabularies.kubernetes.schemaExtensionPrefix;

for (const [name, number, type, options] of EXTENSIONS) {
  Field(number, type, options)(JSONSchemaProps.prototype, `${PUBLISHED_PREFIX}${name}`);
}

/** Distance of the wire numbers of a second spelling from those of the published one. */
const SECOND_SPELLING = 100;

/** The structs of a vocabulary: with the extensions in its own spelling, in addition to the published one. */
export function schemaStructsIn({ schemaExtensionPrefix }: Vocabulary, version = 'v1'): StructVersion {
  if (schemaExtensionPrefix === PUBLISHED_PREFIX) return (type) => type;
  const own = EXTENSIONS.map(([name, number, type, options]): FieldFacts => ({
    name: `${schemaExtensionPrefix}${name}`,
    number: number + SECOND_SPELLING,
    type,
    options,
  }));
  return structVersion(`apiextensions.${version}`, `apiextensions.${version}`, { added: { JSONSchemaProps: own } });
}
