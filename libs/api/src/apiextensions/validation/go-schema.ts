import { goBoolean, goMap, goPointer, goSlice, goString, goStrings, goStruct, type GoType } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';

const PACKAGE = 'apiextensions';
const PREFIX = vocabularies.kubernetes.schemaExtensionPrefix;
/** Longer schemas, in characters of JSON, are not printed: each part of one takes 1.5 kB. */
const MAX_JSON = 2_048;

const pointer = (name: string): GoType => goPointer(name, () => '0x0');
const schema: GoType = (value, room) => goProps(value, room);
const schemas = goSlice(`[]${PACKAGE}.JSONSchemaProps`, schema);
const schemaMap = goMap(`map[string]${PACKAGE}.JSONSchemaProps`, schema);
const anyValue: GoType = (value) =>
  value === null || value === undefined ? `${PACKAGE}.JSON(nil)` : JSON.stringify(value);

/** Members by their names in Go, with their names in JSON. */
const MEMBERS: readonly (readonly [name: string, json: string, type: GoType])[] = [
  ['ID', 'id', goString],
  ['Schema', '$schema', goString],
  ['Ref', '$ref', pointer('string')],
  ['Description', 'description', goString],
  ['Type', 'type', goString],
  ['Nullable', 'nullable', goBoolean],
  ['Format', 'format', goString],
  ['Title', 'title', goString],
  ['Default', 'default', pointer(`${PACKAGE}.JSON`)],
  ['Maximum', 'maximum', pointer('float64')],
  ['ExclusiveMaximum', 'exclusiveMaximum', goBoolean],
  ['Minimum', 'minimum', pointer('float64')],
  ['ExclusiveMinimum', 'exclusiveMinimum', goBoolean],
  ['MaxLength', 'maxLength', pointer('int64')],
  ['MinLength', 'minLength', pointer('int64')],
  ['Pattern', 'pattern', goString],
  ['MaxItems', 'maxItems', pointer('int64')],
  ['MinItems', 'minItems', pointer('int64')],
  ['UniqueItems', 'uniqueItems', goBoolean],
  ['MultipleOf', 'multipleOf', pointer('float64')],
  ['Enum', 'enum', goSlice(`[]${PACKAGE}.JSON`, anyValue)],
  ['MaxProperties', 'maxProperties', pointer('int64')],
  ['MinProperties', 'minProperties', pointer('int64')],
  ['Required', 'required', goStrings],
  ['Items', 'items', pointer(`${PACKAGE}.JSONSchemaPropsOrArray`)],
  ['AllOf', 'allOf', schemas],
  ['OneOf', 'oneOf', schemas],
  ['AnyOf', 'anyOf', schemas],
  ['Not', 'not', pointer(`${PACKAGE}.JSONSchemaProps`)],
  ['Properties', 'properties', schemaMap],
  ['AdditionalProperties', 'additionalProperties', pointer(`${PACKAGE}.JSONSchemaPropsOrBool`)],
  ['PatternProperties', 'patternProperties', schemaMap],
  ['Dependencies', 'dependencies', goMap(`${PACKAGE}.JSONSchemaDependencies`, () => '0x0')],
  ['AdditionalItems', 'additionalItems', pointer(`${PACKAGE}.JSONSchemaPropsOrBool`)],
  ['Definitions', 'definitions', goMap(`${PACKAGE}.JSONSchemaDefinitions`, schema)],
  ['ExternalDocs', 'externalDocs', pointer(`${PACKAGE}.ExternalDocumentation`)],
  ['Example', 'example', pointer(`${PACKAGE}.JSON`)],
  ['XPreserveUnknownFields', `${PREFIX}preserve-unknown-fields`, pointer('bool')],
  ['XEmbeddedResource', `${PREFIX}embedded-resource`, goBoolean],
  ['XIntOrString', `${PREFIX}int-or-string`, goBoolean],
  ['XListMapKeys', `${PREFIX}list-map-keys`, goStrings],
  ['XListType', `${PREFIX}list-type`, pointer('string')],
  ['XMapType', `${PREFIX}map-type`, pointer('string')],
  [
    'XValidations',
    `${PREFIX}validations`,
    goSlice(
      `${PACKAGE}.ValidationRules`,
      goStruct(`${PACKAGE}.ValidationRule`, {
        rule: goString,
        message: goString,
        messageExpression: goString,
        reason: pointer(`${PACKAGE}.FieldValueErrorReason`),
        fieldPath: goString,
        optionalOldSelf: pointer('bool'),
      }),
    ),
  ],
];

const goProps: GoType = (value, room) => {
  const from = (value ?? {}) as Readonly<Record<string, unknown>>;
  const members = MEMBERS.map(([name, json, type]) => `${name}:${type(from[json], room)}`);
  return `${PACKAGE}.JSONSchemaProps{${members.join(', ')}}`;
};

/** A schema in a message. Addresses that kube-apiserver prints for what is behind pointers are 0x0. */
export const goSchema: GoType = (value, room) =>
  JSON.stringify(value).length > MAX_JSON ? `${PACKAGE}.JSONSchemaProps{...}` : goProps(value, room);
