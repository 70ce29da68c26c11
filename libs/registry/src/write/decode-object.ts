import type { ResourceDefinition } from '@orch/api';
import { ApiError, boundedTexts, type ApiObject, type DecodeReport, type DecodedBody } from '@orch/apimachinery';
import type { FieldValidation, WriteRequest } from './write-request.js';

/**
 * From a parsed body to the canonical object of the served kind: kind and version must be those of the path or absent
 * (C-088), types must fit (C-089), unknown and duplicate fields are refused, warned of or dropped (C-261..C-264), defaults
 * are filled.
 */
export function decodeObject(definition: ResourceDefinition, body: DecodedBody, request: WriteRequest): ApiObject {
  const { kind } = definition.gvk;
  const raw = body.value;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw ApiError.badRequest(`the body must be an object of kind ${kind}`);
  }
  const sent = raw as { kind?: unknown; apiVersion?: unknown };
  if (sent.kind && sent.kind !== kind) {
    throw ApiError.badRequest(
      `${kind} in version "${definition.gvk.version}" cannot be handled as a ${kind}: the body is of kind ${JSON.stringify(sent.kind)}`,
    );
  }
  if (sent.apiVersion && sent.apiVersion !== definition.apiVersion) {
    throw ApiError.badRequest(
      `the API version in the data (${JSON.stringify(sent.apiVersion)}) does not match the expected API version (${definition.apiVersion})`,
    );
  }
  const report: DecodeReport = { unknownFields: [], duplicateFields: [...body.duplicateFields] };
  const object = definition.schema.decode(raw, report) as unknown as ApiObject;
  complain(report, request.fieldValidation, request.warn);
  return fillDefaults(definition, {
    ...object,
    kind,
    apiVersion: definition.apiVersion,
    metadata: object.metadata ?? {},
  });
}

/** Defaults of the schema, then those that depend on other fields. */
export function fillDefaults(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const filled = definition.schema.applyDefaults(object);
  return definition.declaration.defaults ? definition.declaration.defaults(filled, definition.vocabulary) : filled;
}

function complain(report: DecodeReport, validation: FieldValidation, warn: (text: string) => void): void {
  if (validation === 'Ignore' || report.unknownFields.length + report.duplicateFields.length === 0) return;
  const texts = boundedTexts([
    ...report.unknownFields.map((field) => `unknown field "${field}"`),
    ...report.duplicateFields.map((field) => `duplicate field "${field}"`),
  ]);
  if (validation === 'Strict') throw ApiError.badRequest(`strict decoding error: ${texts.join(', ')}`);
  for (const text of texts) warn(text);
}
