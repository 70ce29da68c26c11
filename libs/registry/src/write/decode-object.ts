import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  FieldPath,
  GoValue,
  boundedTexts,
  duplicateField,
  fieldError,
  quotedText,
  strictErrors,
  unknownField,
  type ApiObject,
  type DecodeReport,
  type DecodedBody,
  type ObjectMeta,
  type WorkLimit,
} from '@orch/apimachinery';
import { UndecodedError, decodeError, sentKindOf } from './sent-kind.js';
import type { WriteRequest } from './write-request.js';

/**
 * Decodes a parsed body to the canonical object of the served kind: kind and version must be those of the path or absent
 * (C-088), types must match (C-089), unknown and duplicate fields are refused, reported as warnings or dropped (C-261..C-264),
 * defaults are set.
 * @param isApplied the body is a merged configuration: custom kinds keep its nulls.
 * @throws ApiError BadRequest; Invalid for the result of a patch.
 */
export function decodeObject(
  definition: ResourceDefinition,
  body: DecodedBody,
  request: WriteRequest,
  isApplied = false,
): ApiObject {
  try {
    return decoded(definition, body, request, isApplied);
  } catch (error) {
    if (!(error instanceof UndecodedError && body.shownAs)) throw error;
    throw undecodedPatch(body.shownAs(), body.explain?.(error.why) ?? error.why);
  }
}

/** A patch whose result cannot be decoded: 422, for an object without a name or kind. */
const undecodedPatch = (shown: string, why: string): ApiError =>
  ApiError.invalid({ group: '', kind: '' }, [fieldError.invalid(PATCH, new GoValue(() => quotedText(shown)), why)]);

const PATCH = FieldPath.of('patch');

function decoded(
  definition: ResourceDefinition,
  body: DecodedBody,
  request: WriteRequest,
  isApplied: boolean,
): ApiObject {
  // A body of `null` is treated as `{}`.
  const raw = body.value ?? {};
  const { kind, apiVersion } = sentKindOf(definition, raw);
  const report: DecodeReport = { unknownFields: [], duplicateFields: [...body.duplicateFields] };
  const refusedKeys =
    isApplied && request.fieldValidation === 'Strict' && body.duplicateKeys?.length ? body.duplicateKeys : undefined;
  let object: ApiObject;
  try {
    const { schema } = definition;
    const merged = isApplied ? schema.decodeConfiguration?.(raw, report) : undefined;
    object = (merged ?? schema.decode(raw, report)) as unknown as ApiObject;
    if (!refusedKeys) reportFields(definition, raw, report, body, request);
  } catch (error) {
    throw error instanceof ApiError ? decodeError(definition, error.message) : error;
  }
  if (refusedKeys)
    throw ApiError.badRequest(
      `error strict decoding YAML: error converting YAML to JSON: ${unmarshalErrors(refusedKeys)}`,
    );
  const whole = { ...object };
  // HOT PATH (bench: create): assigned as in `withMember`.
  whole.kind = kind;
  whole.apiVersion = apiVersion;
  whole.metadata = decodedMetadata(raw, object.metadata);
  return fillDefaults(definition, whole, request.limit);
}

/** Decoding drops an empty list of owners, which clears them. */
function decodedMetadata(raw: object, metadata: ObjectMeta = {}): ObjectMeta {
  const sent = (raw as { readonly metadata?: { readonly managedFields?: unknown } | null }).metadata?.managedFields;
  return Array.isArray(sent) && sent.length === 0 ? { ...metadata, managedFields: [] } : metadata;
}

/** Defaults of the schema, then those that depend on other fields. @param limit of what they add. Default: none. @throws WorkLimitError. */
export function fillDefaults(definition: ResourceDefinition, object: ApiObject, limit?: WorkLimit): ApiObject {
  const { declaration, vocabulary, emulatedMinor } = definition;
  const filled = definition.schema.applyDefaults(object, limit);
  return declaration.defaults ? declaration.defaults(filled, vocabulary, emulatedMinor, limit) : filled;
}

/** @param document that was sent, or that a patch made. */
function reportFields(
  definition: ResourceDefinition,
  document: object,
  found: DecodeReport,
  body: DecodedBody,
  { fieldValidation, warn }: WriteRequest,
): void {
  const count = found.unknownFields.length + found.duplicateFields.length + (body.patchFaults?.length ?? 0);
  if (count === 0 || fieldValidation === 'Ignore') return;
  report(fieldErrors(definition, document, found, body, fieldValidation), fieldValidation, warn);
}

/** In the order of kube-apiserver, which decodes typed JSON in one go; else duplicates are found before unknown fields, which are sorted. */
function fieldErrors(
  { struct }: ResourceDefinition,
  document: object,
  { unknownFields, duplicateFields }: DecodeReport,
  { patchFaults, duplicateKeys }: DecodedBody,
  fieldValidation: WriteRequest['fieldValidation'],
): readonly string[] {
  if (struct && !patchFaults && !duplicateKeys) return strictErrors(document, { unknownFields, duplicateFields });
  // Schemas of custom kinds have sorted theirs.
  const unknown = (struct ? unknownFields.toSorted() : unknownFields).map(unknownField);
  if (patchFaults) return [...patchFaults, ...duplicateFields.map(duplicateField), ...unknown];
  if (!duplicateKeys) return [...duplicateFields.map(duplicateField), ...unknown];
  const isOneError = fieldValidation === 'Strict' && duplicateKeys.length > 0;
  return [...(isOneError ? [unmarshalErrors(duplicateKeys)] : duplicateKeys), ...unknown];
}

/** @throws ApiError BadRequest when the fields are validated strictly. */
function report(
  faults: readonly string[],
  fieldValidation: WriteRequest['fieldValidation'],
  warn: WriteRequest['warn'],
): void {
  const texts = boundedTexts(faults);
  if (fieldValidation === 'Strict') throw ApiError.badRequest(`strict decoding error: ${texts.join(', ')}`);
  for (const text of texts) warn(text);
}

/** In the words of the YAML library of kube-apiserver. */
const unmarshalErrors = (lines: readonly string[]): string => ['yaml: unmarshal errors:', ...lines].join('\n  ');
