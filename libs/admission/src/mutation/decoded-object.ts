import { actionDefinition, viewOf, type ResourceDefinition } from '@orch/api';
import {
  ApiError,
  isPlainObject,
  jsonTypeOf,
  type ApiObject,
  type CompiledSchema,
  type DecodeReport,
} from '@orch/apimachinery';
import { internalError } from '../internal-error.js';

/** What becomes of fields that the kind does not have. */
export type UnknownFields = 'refused' | 'dropped';

/** The kind of the objects of a sub-resource: its own, where it has one (`scale`, `binding`). */
export const definitionAt = (definition: ResourceDefinition, subresource: string): ResourceDefinition =>
  (subresource === ''
    ? undefined
    : (viewOf(definition, subresource)?.definition ?? actionDefinition(definition, subresource))) ?? definition;

/**
 * A mutated object, decoded and with defaults as if it had been sent. Kind and version stay those of the object before.
 * @param isDecoded whether the object before was decoded with this definition: members that both share are taken as they are. Default: false.
 * @throws ApiError InternalError when it is not an object of the kind.
 */
export function decodedObject(
  definition: ResourceDefinition,
  before: ApiObject,
  result: unknown,
  unknownFields: UnknownFields,
  isDecoded = false,
): ApiObject {
  const { schema, declaration, vocabulary, emulatedMinor, struct } = definition;
  const report = { unknownFields: [] as string[], duplicateFields: [] };
  let mutated: ApiObject;
  try {
    refuseOtherKind(before, result);
    const members = isDecoded ? decodedMembers(schema, before, result, report) : schema.decode(result, report);
    const decoded = schema.applyDefaults(members) as unknown as ApiObject;
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

/**
 * As `decode`, but for members that the result shares with the object before: a mutation of labels does not decode tens of thousands of keys
 * of data again. All are decoded when some were added: only the schema knows their order.
 */
function decodedMembers(
  schema: CompiledSchema,
  before: ApiObject,
  result: unknown,
  report: DecodeReport,
): Record<string, unknown> {
  if (!isPlainObject(result)) return schema.decode(result, report);
  const names = Object.keys(result);
  const isShared = (name: string): boolean =>
    name !== 'metadata' && typeof result[name] === 'object' && result[name] === before[name];
  const changed = names.filter((name) => !isShared(name));
  const isAdded = (name: string): boolean => name === '__proto__' || !Object.hasOwn(before, name);
  if (changed.length === names.length || names.some(isAdded)) return schema.decode(result, report);
  const decoded = schema.decode(Object.fromEntries(changed.map((name) => [name, result[name]])), report);
  const members: Record<string, unknown> = {};
  for (const name of [...Object.keys(before), ...Object.keys(decoded)]) {
    if (Object.hasOwn(result, name) && isShared(name)) members[name] = before[name];
    else if (Object.hasOwn(decoded, name)) members[name] = decoded[name];
  }
  return members;
}

/** Fields of the options of a connection by kind; those of proxies have a path only. */
const OPTION_FIELDS: Readonly<Record<string, readonly string[]>> = {
  PodAttachOptions: ['stdin', 'stdout', 'stderr', 'tty', 'container'],
  PodExecOptions: ['stdin', 'stdout', 'stderr', 'tty', 'container', 'command'],
  PodPortForwardOptions: ['ports'],
};

/**
 * The mutated options of a connection. Kind and version stay those of the options before.
 * @throws ApiError InternalError when they have another kind, or fields that they may not have.
 */
export function changedOptions(before: ApiObject, result: unknown, unknownFields: UnknownFields): ApiObject {
  const { apiVersion, kind = '' } = before;
  const known = new Set(['apiVersion', 'kind', ...(OPTION_FIELDS[kind] ?? ['path'])]);
  try {
    if (!isPlainObject(result)) throw ApiError.badRequest(`${jsonTypeOf(result)} is not an object of kind ${kind}`);
    refuseOtherKind(before, result);
    const unknown = Object.keys(result).filter((field) => !known.has(field));
    if (unknown.length > 0 && unknownFields === 'refused') throw strictError(unknown);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw internalError(error.message, error);
  }
  const fields = Object.entries(result as object).filter(([field]) => known.has(field));
  return { ...Object.fromEntries(fields), apiVersion, kind } as ApiObject;
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
