import { randomUUID } from 'node:crypto';
import { countsGeneration } from '@orch/api';
import {
  ApiError,
  FieldPath,
  fieldError,
  formatTime,
  GoValue,
  parseResourceVersion,
  type ApiObject,
} from '@orch/apimachinery';
import { metadataForCreate, metadataForUpdate, requireUid, withMetadata } from '../object-metadata.js';
import { withDistinctOwners } from '../owner-references.js';
import type { WriteContext } from '../write-context.js';
import type { WriteStep } from '../write-draft.js';
import { refOf } from '../writer-parts.js';

const RESOURCE_VERSION = FieldPath.of('metadata', 'resourceVersion');
/** An absent resourceVersion, an unsigned number in Go. */
const UNSPECIFIED = new GoValue(() => '0x0');

export const setCreateMetadata: WriteStep = (draft) => {
  const { definition, clock, random } = draft.context.parts;
  draft.object = withMetadata(
    draft.object,
    metadataForCreate(withDistinctOwners(draft.object.metadata, draft.request.warn, ''), {
      namespace: draft.request.namespace,
      uid: randomUUID(),
      now: formatTime(clock.now()),
      random,
      generation: countsGeneration(definition),
      answers: definition.vocabulary.answers,
    }),
  );
};

/** @throws ApiError Conflict, BadRequest as {@link metadataForUpdate}; Invalid where a resourceVersion is required (C-251). */
export const setUpdateMetadata: WriteStep = (draft) => {
  const { context, request, target, object } = draft;
  const { name, object: current } = target!;
  const ref = refOf(context.parts, name);
  if (draft.uidIsPrecondition) requireUid(object.metadata, current.metadata, request.namespace, ref);
  const metadata = metadataForUpdate(
    // kube-apiserver looks at the result of a patch once, after admission.
    withDistinctOwners(
      object.metadata,
      request.warn,
      draft.uidIsPrecondition ? '' : ' after mutating admission happens',
    ),
    current.metadata,
    request.namespace,
    ref,
    context.parts.definition.vocabulary.answers,
  );
  requireResourceVersion(context, object);
  draft.object = withMetadata(object, metadata);
};

/** Some kinds refuse an update without a resourceVersion. */
function requireResourceVersion(context: WriteContext, sent: ApiObject): void {
  if (context.parts.definition.declaration.unconditionalUpdate !== false) return;
  if (parseResourceVersion(sent.metadata.resourceVersion)) return;
  const { group, resource } = context.parts.definition.gvr;
  const error = fieldError.invalid(RESOURCE_VERSION, UNSPECIFIED, 'must be specified for an update');
  throw ApiError.invalid({ group, kind: resource, name: sent.metadata.name ?? '' }, [error]);
}
