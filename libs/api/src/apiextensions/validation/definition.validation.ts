import { fieldError, FieldPath, goValue, validateName, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateUnchanged } from '../../validation/immutable-fields.js';
import { sameJson } from '../../validation/json-equality.js';
import { validateOneOf, validatePresent } from '../../validation/values.js';
import type {
  InternalDefinition,
  InternalSpec,
  InternalSubresources,
  InternalVersion,
} from '../conversion/internal-definition.js';
import { validateApproval } from './approval.validation.js';
import { validateConversion } from './conversion.validation.js';
import { validateDeclaredConversion } from './declared-conversion.validation.js';
import type { DefinitionDemands } from './demands.js';
import { goVersions } from './go-versions.js';
import { validateLabel, validateNames, validateNamesPresent } from './names.validation.js';
import { validateColumns, validateDeprecationWarning, validateSubresources } from './parts.validation.js';
import { defaultRules, validateSchema, type SchemaUse } from './schema.validation.js';
import { schemaFeatures } from './schema-features.js';
import { validateDistinctFields, validateSelectableFields } from './selectable-fields.validation.js';
import { validateStoredVersions } from './stored-versions.validation.js';

const METADATA = FieldPath.of('metadata');
const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');

/** All rules of a definition but that its name does not change. @param old the current definition. */
export function validateDefinition(
  definition: InternalDefinition,
  old: InternalDefinition | undefined,
  demands: DefinitionDemands,
  vocabulary: Vocabulary,
): FieldError[] {
  const { spec = {}, status = {} } = definition;
  const errors = [
    ...(old ? [] : validateObjectName(definition)),
    ...validateSpec(spec, demands, vocabulary),
    ...(old ? validateImmutableFields(spec, old.spec ?? {}, demands) : []),
    ...validateDefinitionStatus(definition),
    ...validateStoredVersions(STATUS.child('storedVersions'), status.storedVersions ?? [], spec.versions ?? []),
    ...(demands.stable ? validateApproval(definition, old, vocabulary) : []),
    ...(demands.stable && spec.preserveUnknownFields && !old?.spec?.preserveUnknownFields
      ? [fieldError.invalid(SPEC.child('preserveUnknownFields'), true, KEEPS_UNKNOWN(vocabulary.schemaExtensionPrefix))]
      : []),
  ];
  return [...errors, ...validateDeclaredConversion(definition, old, errors.length === 0, vocabulary)];
}

const KEEPS_UNKNOWN = (prefix: string): string =>
  `cannot set to true, set ${prefix}preserve-unknown-fields to true in spec.versions[*].schema instead`;

/** What a write of the status may get wrong. */
export const validateDefinitionStatus = ({ status = {} }: InternalDefinition): FieldError[] =>
  validateNames(STATUS.child('acceptedNames'), status.acceptedNames ?? {});

/** A generated name is refused, as is its prefix. */
function validateObjectName({ metadata, spec = {} }: InternalDefinition): FieldError[] {
  const { group = '', names = {} } = spec;
  const required = `${names.plural ?? ''}.${group}`;
  return (['generateName', 'name'] as const).flatMap((field) => {
    const text = metadata[field];
    return !text || text === required
      ? []
      : [fieldError.invalid(METADATA.child(field), text, 'must be spec.names.plural+"."+spec.group')];
  });
}

function validateImmutableFields(spec: InternalSpec, old: InternalSpec, demands: DefinitionDemands): FieldError[] {
  const names = SPEC.child('names');
  return [
    ...(demands.immutableNames
      ? [...validateUnchanged(SPEC, spec, old, ['scope']), ...validateUnchanged(names, spec.names, old.names, ['kind'])]
      : []),
    ...validateUnchanged(SPEC, spec, old, ['group']),
    ...validateUnchanged(names, spec.names, old.names, ['plural']),
  ];
}

function validateSpec(spec: InternalSpec, asked: DefinitionDemands, vocabulary: Vocabulary): FieldError[] {
  const { versions = [], names = {}, preserveUnknownFields: keepsUnknown = true } = spec;
  const features = schemaFeatures(spec);
  const subresourcesOf = subresourcesByVersion(spec);
  const validateDefault = defaultRules();
  const useOf = (version: string | undefined, isWithStatus: boolean): SchemaUse => ({
    hasStatus: isWithStatus,
    isUnchanged: asked.unchangedSchemas.has(version ?? ''),
    validateDefault,
  });
  const demands: DefinitionDemands = {
    ...asked,
    structuralSchemas: asked.structuralSchemas || !keepsUnknown || features.hasDefaults || features.hasExtensions,
  };
  return [
    ...validateGroup(spec.group ?? ''),
    ...(spec.scope
      ? validateOneOf(SPEC.child('scope'), spec.scope, ['Cluster', 'Namespaced'])
      : validatePresent(SPEC.child('scope'), spec.scope)),
    ...validateSchemasPresent(spec, demands),
    ...(demands.defaults === true && features.hasDefaults && keepsUnknown
      ? [
          fieldError.invalid(
            SPEC.child('preserveUnknownFields'),
            true,
            'must be false in order to use defaults in the schema',
          ),
        ]
      : []),
    ...versions.flatMap((version, index) => {
      const use = useOf(version.name, hasStatus(subresourcesOf(version)));
      return validateVersion(SPEC.child('versions').index(index), version, use, demands, vocabulary);
    }),
    ...validatePlaces(spec),
    ...validateVersionList(spec),
    ...validateNamesPresent(SPEC.child('names'), names),
    ...validateNames(SPEC.child('names'), names),
    ...validateSchema(
      SPEC.child('validation'),
      spec.validation,
      useOf(spec.version, hasAnyStatus(spec)),
      demands,
      vocabulary,
    ),
    ...validateSubresources(SPEC.child('subresources'), spec.subresources),
    ...validateColumns(SPEC.child('additionalPrinterColumns'), spec.additionalPrinterColumns),
    ...validateSharedSelectableFields(spec),
    ...validateDistinctFields(SPEC.child('versions'), versions),
    ...(spec.conversion && spec.conversion.strategy !== 'None' && keepsUnknown
      ? [
          fieldError.invalid(
            SPEC.child('conversion').child('strategy'),
            spec.conversion.strategy ?? '',
            'must be None if spec.preserveUnknownFields is true',
          ),
        ]
      : []),
    ...validateConversion(SPEC.child('conversion'), spec.conversion, demands),
  ];
}

function validateGroup(group: string): FieldError[] {
  const path = SPEC.child('group');
  if (group === '') return [fieldError.required(path)];
  const faults = validateName('dns-subdomain', group);
  if (faults.length > 0) return [fieldError.invalid(path, group, faults.join(','))];
  return group.includes('.') ? [] : [fieldError.invalid(path, group, 'should be a domain with at least one dot')];
}

/** All versions need a schema; of a definition that had none, those that would drop all fields. */
function validateSchemasPresent(spec: InternalSpec, demands: DefinitionDemands): FieldError[] {
  if (spec.validation?.openAPIV3Schema) return [];
  const detail = demands.schemas
    ? 'schemas are required'
    : spec.preserveUnknownFields === false
      ? 'because otherwise all fields are pruned'
      : undefined;
  if (detail === undefined) return [];
  return (spec.versions ?? []).flatMap(({ schema, served }, index) =>
    schema?.openAPIV3Schema || !(demands.schemas || served)
      ? []
      : [fieldError.required(SPEC.child('versions').index(index).child('schema').child('openAPIV3Schema'), detail)],
  );
}

const hasStatus = (subresources: InternalSubresources | undefined): boolean => subresources?.status !== undefined;

const hasAnyStatus = ({ subresources, versions = [] }: InternalSpec): boolean =>
  hasStatus(subresources) || versions.some((version) => hasStatus(version.subresources));

/** Sub-resources of each version: those of the first version of its name, or those of all versions. */
function subresourcesByVersion({
  versions = [],
  subresources,
}: InternalSpec): (version: InternalVersion) => InternalSubresources | undefined {
  if (!versions.some((one) => one.subresources)) return () => subresources;
  const byName = new Map(versions.toReversed().map((one) => [one.name, one.subresources]));
  return ({ name }) => byName.get(name);
}

function validateVersion(
  path: FieldPath,
  version: InternalVersion,
  use: SchemaUse,
  demands: DefinitionDemands,
  vocabulary: Vocabulary,
): FieldError[] {
  const { schema, selectableFields: fields = [] } = version;
  return [
    ...validateLabel(path.child('name'), version.name ?? ''),
    ...validateDeprecationWarning(path.child('deprecationWarning'), version.deprecated, version.deprecationWarning),
    ...validateSchema(path.child('schema'), schema, use, demands, vocabulary),
    ...validateSubresources(path.child('subresources'), version.subresources),
    ...validateColumns(path.child('additionalPrinterColumns'), version.additionalPrinterColumns),
    ...(fields.length === 0
      ? []
      : schema?.openAPIV3Schema
        ? validateSelectableFields(path.child('selectableFields'), fields, schema.openAPIV3Schema)
        : [
            fieldError.invalid(
              path.child('selectableFields'),
              '',
              'selectableFields may only be set when version.schema.openAPIV3Schema is not included',
            ),
          ]),
  ];
}

function validateSharedSelectableFields({ selectableFields: fields = [], validation }: InternalSpec): FieldError[] {
  if (fields.length === 0) return [];
  const path = SPEC.child('selectableFields');
  if (validation) return validateSelectableFields(path, fields, validation.openAPIV3Schema ?? {});
  return [fieldError.invalid(path, '', 'selectableFields may only be set when validations.schema is included')];
}

/** What may be in the spec or in versions, but not in both. Names: in the spec, in versions, in messages about equal values. */
const PLACES = [
  ['validation', 'schema', 'schemas', 'schemas', 'validation'],
  ['subresources', 'subresources', 'subresources', 'subresources', 'subresources'],
  [
    'additionalPrinterColumns',
    'additionalPrinterColumns',
    'additionalPrinterColumns',
    'additionalPrinterColumns',
    'additionalPrinterColumns',
  ],
] as const;

function validatePlaces(spec: InternalSpec): FieldError[] {
  const { versions = [] } = spec;
  const both = PLACES.filter(
    ([inSpec, inVersion]) => isPresent(spec[inSpec]) && versions.some((version) => isPresent(version[inVersion])),
  );
  const equal = PLACES.filter(
    ([, inVersion]) =>
      versions.length > 0 &&
      versions.every(
        (version) => isPresent(version[inVersion]) && sameJson(version[inVersion], versions[0]![inVersion]),
      ),
  );
  return [
    ...both.map(([inSpec, , what]) =>
      fieldError.forbidden(SPEC.child(inSpec), `top-level and per-version ${what} are mutually exclusive`),
    ),
    ...equal.map(([, , , what, instead]) =>
      refusedVersions(
        versions,
        `per-version ${what} may not all be set to identical values (top-level ${instead} should be used instead)`,
      ),
    ),
  ];
}

/** An empty list is none. */
const isPresent = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

const refusedVersions = (versions: readonly InternalVersion[] | undefined, detail: string): FieldError =>
  fieldError.invalid(SPEC.child('versions'), goValue(goVersions, versions), detail);

/** All versions are served from the turn on in which a change of the definition is visible. */
const MAX_VERSIONS = 1_000;

function validateVersionList({ version, versions: listed }: InternalSpec): FieldError[] {
  const versions = listed ?? [];
  const errors: FieldError[] = [];
  if (versions.length > MAX_VERSIONS) {
    errors.push(fieldError.tooMany(SPEC.child('versions'), versions.length, MAX_VERSIONS));
  }
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    errors.push(refusedVersions(versions, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(refusedVersions(listed, 'must have exactly one version marked as storage version'));
  }
  if (!version) return errors;
  const path = SPEC.child('version');
  errors.push(...validateLabel(path, version));
  if (versions.length > 0 && versions[0]!.name !== version) {
    errors.push(fieldError.invalid(path, version, 'must match the first version in spec.versions'));
  }
  return errors;
}
