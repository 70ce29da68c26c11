import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { checkConversion, readConversionDocument } from '@orch/structural-schema';
import type { Vocabulary } from '@orch/vocabulary';
import type { InternalDefinition, InternalSpec, Json } from '../conversion/internal-definition.js';
import { schemasByVersion, unchangedSchemas } from './demands.js';
import { metadataSchema } from './metadata-schema.js';

/**
 * Errors of the rules of a definition that convert its objects, an annotation. Not checked again by an update that changes neither them nor a schema.
 * @param isValid whether the definition has no other errors: samples are made from its schemas.
 */
export function validateDeclaredConversion(
  definition: InternalDefinition,
  old: InternalDefinition | undefined,
  isValid: boolean,
  { annotations: { declaredConversion: name } }: Vocabulary,
): readonly FieldError[] {
  const text = definition.metadata.annotations?.[name];
  if (text === undefined) return [];
  if (old?.metadata.annotations?.[name] === text && hasSameVersions(definition, old)) return [];
  const at = FieldPath.of('metadata').child('annotations').key(name);
  const document = readConversionDocument(text, at);
  if (!('conversions' in document)) return document;
  return isValid ? checkVersions(definition.spec ?? {}, document, at) : [];
}

function checkVersions(
  spec: InternalSpec,
  document: Parameters<typeof checkConversion>[0],
  at: FieldPath,
): readonly FieldError[] {
  const schemaOf = schemasByVersion(spec);
  const schemas = new Map<string, Json>();
  for (const { name = '' } of spec.versions ?? []) {
    const schema = schemaOf(name);
    if (!schema || spec.preserveUnknownFields !== false)
      return [fieldError.forbidden(at, `needs a schema of each version, and spec.preserveUnknownFields false`)];
    schemas.set(name, schema);
  }
  const { group = '', names = {} } = spec;
  return checkConversion(document, { group, kind: names.kind ?? '', schemas, metadata: metadataSchema() }, at);
}

function hasSameVersions(definition: InternalDefinition, old: InternalDefinition): boolean {
  const names = ({ spec = {} }: InternalDefinition): string[] => (spec.versions ?? []).map(({ name = '' }) => name);
  const unchanged = unchangedSchemas(definition, old);
  const [now, before] = [names(definition), names(old)];
  return now.length === before.length && now.every((name) => before.includes(name) && unchanged.has(name));
}
