import { viewOf, type CompiledView } from '@orch/api';
import { ApiError, type ApiObject, type DecodedBody } from '@orch/apimachinery';
import { uidConflict } from './failed-preconditions.js';
import { change, changeOrCreate, type UpdateInput } from './change.js';
import { createInstead } from './create.js';
import { decodeObject } from './decode-object.js';
import { requireNameOnUrl } from './object-metadata.js';
import type { WriteContext } from './write-context.js';
import { subresourcePipeline, updatePipeline, viewPipeline } from './write-pipeline.js';
import type { Patch, WriteRequest, WriteResult } from './write-request.js';
import { refOf } from './writer-parts.js';

/**
 * PUT. An absent object is created where the kind allows it (A-029 with C-021).
 * @throws ApiError NotFound, Conflict for a uid of an absent object, and what other writes throw.
 */
export async function update(
  context: WriteContext,
  request: WriteRequest,
  name: string,
  body: DecodedBody,
): Promise<WriteResult> {
  const { definition } = context.parts;
  requireNameOnUrl(body.value, name);
  const object = decodeObject(definition, body, request);
  return changeOrCreate(
    context,
    request,
    () =>
      change(context, request, {
        name,
        subresource: '',
        pipeline: updatePipeline,
        input: () => ({ object, uidIsPrecondition: true }),
      }),
    async () => {
      const target = refOf(context.parts, name);
      const { uid } = object.metadata;
      if (uid) throw uidConflict(target, request.namespace, uid, '');
      if (!definition.declaration.allowsCreateOnUpdate) throw ApiError.notFound(target);
      await request.mayCreate?.();
      return createInstead(context, request, object);
    },
    name,
  );
}

/** PATCH, except apply. */
export const patch = (
  context: WriteContext,
  request: WriteRequest,
  name: string,
  patched: Patch,
): Promise<WriteResult> =>
  change(context, request, {
    name,
    subresource: '',
    pipeline: updatePipeline,
    input: (current) => ({ object: decodeObject(context.parts.definition, patched(current), request) }),
  });

/** PUT and PATCH of a sub-resource. @throws ApiError NotFound also where the kind has no such sub-resource. */
export function patchSubresource(
  context: WriteContext,
  request: WriteRequest,
  name: string,
  subresource: string,
  patched: Patch,
): Promise<WriteResult> {
  const { definition } = context.parts;
  const view = viewOf(definition, subresource);
  if (!view) {
    const input = (current: ApiObject) => ({ object: decodeObject(definition, patched(current), request) });
    return change(context, request, { name, subresource, pipeline: subresourcePipeline, input });
  }
  const input = (current: ApiObject) => viewInput(view, current, request, patched(view.showForUpdate(current)));
  return change(context, request, { name, subresource, pipeline: viewPipeline, input });
}

/** Input of the steps for a write to a view. */
export function viewInput(
  compiled: CompiledView,
  current: ApiObject,
  request: WriteRequest,
  body: DecodedBody,
): UpdateInput {
  const view = {
    compiled,
    current: compiled.showForUpdate(current),
    object: decodeObject(compiled.definition, body, request),
  };
  return { object: current, view };
}
