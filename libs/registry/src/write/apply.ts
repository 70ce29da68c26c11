import { viewOf } from '@orch/api';
import { ApiError, type ApiObject, type Applied, type DecodedBody } from '@orch/apimachinery';
import { readAppliedBody, textOf } from './applied-body.js';
import { readAppliedView } from './applied-view.js';
import { ApplyStep } from './apply-step.js';
import { change, changeOrCreate, type UpdateInput } from './change.js';
import { createInstead } from './create.js';
import { decodeObject } from './decode-object.js';
import { viewInput } from './update.js';
import type { WriteContext } from './write-context.js';
import { subresourcePipeline, updatePipeline, viewPipeline } from './write-pipeline.js';
import type { WriteRequest, WriteResult } from './write-request.js';
import { refOf } from './writer-parts.js';

/**
 * Server-side apply: creates an object that does not exist (C-109).
 * @throws ApiError Conflict when other managers own a changed field and it is not forced (C-113), BadRequest, and what
 * other writes throw.
 */
export async function apply(
  context: WriteContext,
  request: WriteRequest,
  name: string,
  subresource: string,
  body: DecodedBody,
  force: boolean,
): Promise<WriteResult> {
  const { parts } = context;
  const { definition } = parts;
  const view = viewOf(definition, subresource);
  const applied = view ? readAppliedView(view, definition, body, name) : readAppliedBody(definition, body, name);
  const step = new ApplyStep(parts, context.ownership, applied, force);
  const { duplicateFields, duplicateKeys } = body;
  const duplicates = { duplicateFields, ...(duplicateKeys && { duplicateKeys }) };
  const decode = (object: unknown): ApiObject =>
    decodeObject(definition, { value: object, ...duplicates }, request, true);
  const onto = (current: ApiObject | undefined): Applied | Promise<Applied> => {
    const { conversion, versions } = parts;
    if (!conversion) return step.onto(current, request, subresource);
    return conversion.inVersions(versions, (known) => step.onto(current, request, subresource, known), request.limit);
  };
  const inputOf = (current: ApiObject, { object, owners }: Applied): UpdateInput => {
    if (!view) return { object: decode(object), appliedOwners: owners };
    const shown = { value: view.show(object as ApiObject), ...duplicates };
    return { ...viewInput(view, current, request, shown), appliedOwners: owners };
  };
  const input = (current: ApiObject): UpdateInput | Promise<UpdateInput> => {
    const applied = onto(current);
    return applied instanceof Promise ? applied.then((done) => inputOf(current, done)) : inputOf(current, applied);
  };
  const pipeline = view ? viewPipeline : subresource === '' ? updatePipeline : subresourcePipeline;
  const update = (): Promise<WriteResult> => change(context, request, { name, subresource, pipeline, input });
  if (subresource !== '') return update();
  return changeOrCreate(
    context,
    request,
    update,
    async () => {
      const { uid } = applied.metadata;
      if (uid) {
        throw ApiError.conflict(
          refOf(parts, name),
          `uid mismatch: the provided object specified uid ${textOf(uid)}, and no existing object was found`,
        );
      }
      await request.mayCreate?.();
      const { object, owners } = await onto(undefined);
      return createInstead(context, request, decode(object), owners);
    },
    name,
  );
}
