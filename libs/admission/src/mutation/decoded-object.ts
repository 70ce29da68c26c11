import { viewOf, type ResourceDefinition } from '@orch/api';
import { ApiError, isPlainObject, jsonTypeOf, type ApiObject } from '@orch/apimachinery';
import { internalError } from '../internal-error.js';

/** What becomes of fields that the kind does not have. */
export type UnknownFields = 'refused' | 'dropped';

/** The kind of the objects of a sub-resource: its own, where it has one (`scale`). */
export const definitionAt = (definition: ResourceDefinition, subresource: string): ResourceDefinition =>
  (subresource === '' ? undefined : viewOf(definition, subresource)?.definition) ?? definition;

/**
 * A mutated object, decoded and with defaults as if it had been sent. Kind and version stay those of the object before.
 * @throws ApiError InternalError when it is not an object of the kind.
 */
export function decodedObject(
  definition: ResourceDefinition,
  before: ApiObject,
  result: unknown,
  unknownFields: UnknownFields,
): ApiObject {
  const { schema, declaration, vocabulary, emulatedMinor, struct } = definition;
  const report = { unknownFields: [] as string[], duplicateFields: [] };
  let mutated: ApiObject;
  try {
    refuseOtherKind(before, result);
    const decoded = schema.applyDefaults(schema.decode(result, report)) as unknown as ApiObject;
    // A custom kind drops them in any case, or keeps them.
    if (unknownFields === 'refused' && struct && report.unknownFields.length > 0)
      throw strictError(report.unknownFields);
    mutated = declaration.defaults?.(decoded, vocabulary, emulatedMinor) ?? decoded;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw internalError(error.message, error);
  }
  return inPlaceOf(before, mutated);
}

/** The mutated object with the kind and in the namespace of the one before. @throws ApiError BadRequest for another namespace. */
function inPlaceOf({ apiVersion, kind, metadata }: ApiObject, mutated: ApiObject): ApiObject {
  const type = { ...(apiVersion === undefined ? {} : { apiVersion }), ...(kind === undefined ? {} : { kind }) };
  const { namespace } = metadata;
  const sent = mutated.metadata?.namespace;
  if (namespace === undefined || sent === namespace) return { ...mutated, ...type, metadata: { ...mutated.metadata } };
  if (sent !== undefined && sent !== '')
    throw ApiError.badRequest('the namespace of the provided object does not match the namespace sent on the request');
  return { ...mutated, ...type, metadata: { ...mutated.metadata, namespace } };
}

function refuseOtherKind({ kind }: ApiObject, result: unknown): void {
  const sent = isPlainObject(result) ? result['kind'] : undefined;
  if (kind === undefined || sent === undefined || sent === kind) return;
  const shown = typeof sent === 'string' ? sent : jsonTypeOf(sent);
  throw ApiError.badRequest(`converting (${shown}) to (${kind}): unknown conversion`);
}

const strictError = (fields: readonly string[]): ApiError =>
  ApiError.badRequest(
    `strict decoding error: ${fields.map((field) => `unknown field ${JSON.stringify(field)}`).join(', ')}`,
  );
