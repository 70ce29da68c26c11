import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  type DecodedBody,
} from '@orch/apimachinery';
import type { Patch } from '@orch/registry';
import {
  type RequestContext,
  APPLY_PATCH_TYPE,
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_PATCH_TYPE,
  mediaTypeOf,
} from '@orch/http';
import { decodeBody, decodeJsonBody } from './decode-body.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** What an object becomes under a patch; pure, and may run again. */
type Change = (current: JsonObject) => unknown;

/**
 * Reads the patch in the body as a function of the object that stands, in the form in which `definition` shows it. Patches
 * are JSON; the form is told by the type alone (C-256).
 * @throws ApiError UnsupportedMediaType, also for a form this kind does not take (C-257); BadRequest.
 */
export async function readPatch(context: RequestContext, definition: ResourceDefinition): Promise<Patch> {
  const type = patchTypeOf(context, definition);
  return patchOf(type, await decodeBody(context, decodeJsonBody), definition, context.info.name);
}

/** The form of the patch in the body, by its type. @throws ApiError UnsupportedMediaType. */
export function patchTypeOf(context: RequestContext, definition: ResourceDefinition): string {
  const type = mediaTypeOf(context.headers['content-type']);
  const accepted = acceptedTypes(definition);
  // An apply is no change of what stands: it does not come here.
  if (type === undefined || !accepted.includes(type) || type === APPLY_PATCH_TYPE)
    throw ApiError.unsupportedMediaType(accepted);
  return type;
}

/**
 * A decoded patch as a function of the object that stands.
 * @param type the form of the patch.
 * @param name of the object, on the URL.
 * @throws ApiError BadRequest.
 */
export function patchOf(type: string, body: DecodedBody, definition: ResourceDefinition, name: string): Patch {
  const change = changeOf(type, body.value, definition);
  return (current) => ({ value: stillNamed(change(current), name), duplicateFields: body.duplicateFields });
}

const acceptedTypes = ({ strategicMerge }: ResourceDefinition): readonly string[] => [
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  ...(strategicMerge ? [STRATEGIC_PATCH_TYPE] : []),
  APPLY_PATCH_TYPE,
];

function changeOf(type: string, patch: unknown, definition: ResourceDefinition): Change {
  if (type === JSON_PATCH_TYPE) return (current) => applyJsonPatch(current, patch);
  if (!isObject(patch)) throw ApiError.badRequest('a merge patch must be a JSON object');
  if (type === MERGE_PATCH_TYPE) return (current) => applyMergePatch(current, patch);
  return (current) => applyStrategicMergePatch(current, patch, definition.schema.root);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A patch that takes the whole metadata away would lose labels, finalizers and owners on an object that keeps its name by
 * the URL alone. What is no object or no metadata at all is left to decoding, which says so.
 * @throws ApiError BadRequest.
 */
function stillNamed(patched: unknown, name: string): unknown {
  if (!isObject(patched)) return patched;
  const metadata = patched['metadata'] ?? {};
  if (!isObject(metadata) || metadata['name']) return patched;
  throw ApiError.badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}
