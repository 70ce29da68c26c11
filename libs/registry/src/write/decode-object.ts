import type { ResourceDefinition } from '@orch/api';
import { ApiError, boundedTexts, type ApiObject, type DecodeReport, type DecodedBody } from '@orch/apimachinery';
import { decodeError, sentKindOf } from './sent-kind.js';
import type { FieldValidation, WriteRequest } from './write-request.js';

/**
 * Decodes a parsed body to the canonical object of the served kind: kind and version must be those of the path or absent
 * (C-088), types must match (C-089), unknown and duplicate fields are refused, reported as warnings or dropped (C-261..C-264),
 * defaults are set.
 */
export function decodeObject(definition: ResourceDefinition, body: DecodedBody, request: WriteRequest): ApiObject {
  // A body of `null` is treated as `{}`.
  const raw = body.value ?? {};
  const { kind, apiVersion } = sentKindOf(definition, raw);
  const report: DecodeReport = { unknownFields: [], duplicateFields: [...body.duplicateFields] };
  let object: ApiObject;
  try {
    object = definition.schema.decode(raw, report) as unknown as ApiObject;
    reportFields(report, request.fieldValidation, request.warn);
  } catch (error) {
    throw error instanceof ApiError ? decodeError(definition, error.message) : error;
  }
  return fillDefaults(definition, { ...object, kind, apiVersion, metadata: object.metadata ?? {} });
}

/** Defaults of the schema, then those that depend on other fields. */
export function fillDefaults(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const filled = definition.schema.applyDefaults(object);
  return definition.declaration.defaults ? definition.declaration.defaults(filled, definition.vocabulary) : filled;
}

function reportFields(report: DecodeReport, validation: FieldValidation, warn: (text: string) => void): void {
  if (validation === 'Ignore' || report.unknownFields.length + report.duplicateFields.length === 0) return;
  const texts = boundedTexts([
    ...report.unknownFields.map((field) => `unknown field "${field}"`),
    ...report.duplicateFields.map((field) => `duplicate field "${field}"`),
  ]);
  if (validation === 'Strict') throw ApiError.badRequest(`strict decoding error: ${texts.join(', ')}`);
  for (const text of texts) warn(text);
}
