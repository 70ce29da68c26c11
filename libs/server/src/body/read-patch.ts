import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  conversionError,
  jsonPatchFaults,
  jsonTypeOf,
  quotedPatch,
  type DecodedBody,
  type WorkLimit,
} from '@orch/apimachinery';
import type { Patch } from '@orch/registry';
import {
  type RequestContext,
  APPLY_CBOR_PATCH_TYPE,
  APPLY_PATCH_TYPE,
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_PATCH_TYPE,
  mediaTypeOf,
} from '@orch/http';
import { decodeBody, decodeJsonBody } from './decode-body.js';
import { shownResult } from './shown-patch.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Computes the patched object. Pure: it may be called again. */
type Change = (current: JsonObject) => unknown;

/**
 * Reads the patch in the body as a function of the current object, in the version of `definition`. Patches are JSON;
 * the content type alone selects the patch type (C-256).
 * @param work as of `patchOf`.
 * @throws ApiError UnsupportedMediaType, also for a patch type that this kind does not accept (C-257); BadRequest.
 */
export async function readPatch(
  context: RequestContext,
  definition: ResourceDefinition,
  work?: WorkLimit,
): Promise<Patch> {
  const type = patchTypeOf(context, definition);
  return patchOf(type, await decodePatch(context, type), definition, context.info.name, work);
}

/** Errors say that the patch cannot be decoded, except about strategic merge patches. */
async function decodePatch(context: RequestContext, type: string): Promise<DecodedBody> {
  try {
    return await decodeBody(context, decodeJsonBody);
  } catch (error) {
    if (type === STRATEGIC_PATCH_TYPE || !(error instanceof ApiError) || error.reason !== 'BadRequest') throw error;
    throw ApiError.badRequest(undecoded(error.message));
  }
}

const undecoded = (why: string): string => `error decoding patch: ${why}`;

/** The patch type, from the content type. @throws ApiError UnsupportedMediaType. */
export function patchTypeOf(context: RequestContext, definition: ResourceDefinition): string {
  const type = mediaTypeOf(context.headers['content-type']);
  const accepted = acceptedTypes(definition);
  // Apply patches are handled elsewhere.
  if (type === undefined || !accepted.includes(type) || APPLY_TYPES.has(type))
    throw definition.strategicMerge && definition.vocabulary.answers.unknownMediaType === 'representations'
      ? ApiError.noConsumer()
      : ApiError.unsupportedMediaType(accepted);
  return type;
}

/**
 * A decoded patch as a function of the current object.
 * @param type the patch type.
 * @param name of the object, from the URL.
 * @param work limit of a small write. A JSON patch exceeds it when its copies make the object large; the patch throws WorkLimitError then. Default: none.
 * @throws ApiError BadRequest.
 */
export function patchOf(
  type: string,
  body: DecodedBody,
  definition: ResourceDefinition,
  name: string,
  work?: WorkLimit,
): Patch {
  const change = changeOf(type, body.value, definition);
  const isJsonPatch = type === JSON_PATCH_TYPE;
  const patchFaults = isJsonPatch ? jsonPatchFaults(body.value, body.duplicateFields) : [];
  const duplicateFields = isJsonPatch ? [] : body.duplicateFields;
  return (current) => {
    const patched = change(current);
    if (isJsonPatch) work?.refuseMany(patched);
    const shown =
      type === STRATEGIC_PATCH_TYPE
        ? { shownAs: () => quotedPatch(body.value), explain: conversionError }
        : { shownAs: () => shownResult(patched, current) };
    return { value: stillNamed(patched, name), duplicateFields, patchFaults, ...shown };
  };
}

const APPLY_TYPES: ReadonlySet<string> = new Set([APPLY_PATCH_TYPE, APPLY_CBOR_PATCH_TYPE]);

const acceptedTypes = ({ strategicMerge, vocabulary }: ResourceDefinition): readonly string[] => [
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  ...(strategicMerge ? [STRATEGIC_PATCH_TYPE] : []),
  APPLY_PATCH_TYPE,
  ...(vocabulary.mediaTypes.offersCbor ? [APPLY_CBOR_PATCH_TYPE] : []),
];

function changeOf(type: string, patch: unknown, definition: ResourceDefinition): Change {
  if (type === JSON_PATCH_TYPE) return (current) => applyJsonPatch(current, patch);
  // A strategic merge patch of nothing changes nothing.
  if (patch === null && type === STRATEGIC_PATCH_TYPE) return (current) => current;
  if (!isObject(patch)) throw notAMap(type, patch);
  if (type === MERGE_PATCH_TYPE) return (current) => applyMergePatch(current, patch);
  return (current) => ofSameKind(current, applyStrategicMergePatch(current, patch, definition.schema.root));
}

function notAMap(type: string, patch: unknown): ApiError {
  if (patch === null) return ApiError.badRequest('Invalid JSON Patch');
  const why = `json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type map[string]interface {}`;
  return ApiError.badRequest(type === MERGE_PATCH_TYPE ? undecoded(why) : why);
}

/** A strategic merge patch does not change the kind, whatever text it has there. */
function ofSameKind(current: JsonObject, patched: JsonObject): JsonObject {
  const changed = ['kind', 'apiVersion'].filter(
    (name) => typeof (patched[name] ?? '') === 'string' && patched[name] !== current[name],
  );
  return changed.length === 0
    ? patched
    : { ...patched, ...Object.fromEntries(changed.map((name) => [name, current[name]])) };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Rejects a patch that leaves no named object: one that removes all of it or its metadata, because labels, finalizers and owners would be
 * lost where the name is restored from the URL, and one that removes its version, without which nothing is decoded. Results of another type
 * are left to the decoder, which rejects them.
 * @throws ApiError BadRequest.
 */
function stillNamed(patched: unknown, name: string): unknown {
  if (patched !== null && !isObject(patched)) return patched;
  const metadata = patched?.['metadata'] ?? {};
  if (!isObject(metadata) || (metadata['name'] && patched?.['apiVersion'])) return patched;
  throw ApiError.badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}
