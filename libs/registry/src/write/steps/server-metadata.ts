import { randomUUID } from 'node:crypto';
import { FieldPath, fieldError, formatTime, parseResourceVersion, type ApiObject } from '@orch/apimachinery';
import { metadataForCreate, metadataForUpdate, withMetadata } from '../object-metadata.js';
import type { WriteContext } from '../write-context.js';
import type { WriteStep } from '../write-draft.js';
import { refOf } from '../writer-parts.js';

const RESOURCE_VERSION = FieldPath.of('metadata', 'resourceVersion');

export const setCreateMetadata: WriteStep = (draft) => {
  const { definition, clock, random } = draft.context.parts;
  draft.object = withMetadata(
    draft.object,
    metadataForCreate(draft.object.metadata, {
      namespace: draft.request.namespace,
      uid: randomUUID(),
      now: formatTime(clock.now()),
      random,
      generation: definition.declaration.generation === true,
    }),
  );
};

/** @throws ApiError Conflict, BadRequest as {@link metadataForUpdate}; Invalid where a resourceVersion is required (C-251). */
export const setUpdateMetadata: WriteStep = (draft) => {
  const { context, request, target, object } = draft;
  const { name, object: current } = target!;
  const ref = refOf(context.parts, name);
  const metadata = metadataForUpdate(object.metadata, current.metadata, request.namespace, ref);
  requireResourceVersion(context, object);
  draft.object = withMetadata(object, metadata);
};

/** Some kinds refuse an update without a resourceVersion. */
function requireResourceVersion(context: WriteContext, sent: ApiObject): void {
  if (context.parts.definition.declaration.unconditionalUpdate !== false) return;
  if (parseResourceVersion(sent.metadata.resourceVersion)) return;
  context.refuse(sent, [fieldError.invalid(RESOURCE_VERSION, '', 'must be specified for an update')]);
}
