import { ApiError } from '@orch/apimachinery';
import { viewUidConflict } from '../failed-preconditions.js';
import { metadataForUpdate } from '../object-metadata.js';
import type { WriteStep } from '../write-draft.js';
import { refOf } from '../writer-parts.js';
import { attributesOf, whileOpen } from './admission.js';
import { incrementGeneration } from './generation.js';
import { subresourceStrategy } from './strategy.js';
import { refuseUpdate } from './validation.js';

export const callMutatingViewAdmission: WriteStep = (draft) => {
  const view = draft.view!;
  const { metadata } = view.object;
  const { name } = draft.target!;
  // Clients may leave out the name, which the path has; plugins need it.
  const named = metadata.name === undefined ? { ...view.object, metadata: { ...metadata, name } } : view.object;
  const { context } = draft;
  const mutated = whileOpen(draft, context.parts.admission.mutate(attributesOf(draft, named, view.current)));
  if (mutated instanceof Promise) return mutated.then((admitted) => void (view.object = admitted));
  view.object = mutated;
};

/** @throws ApiError Invalid by the rules of the view's own kind. */
export const validateView: WriteStep = ({ view, target }) => {
  const { compiled, object } = view!;
  const errors = compiled.rules.validate?.(object) ?? [];
  if (errors.length === 0) return;
  const { group, kind } = compiled.definition.gvk;
  throw ApiError.invalid({ group, kind, name: target!.name }, errors);
};

/** A view has no metadata of the object, except its name and the version it was read from. */
export const applyView: WriteStep = (draft) => {
  const { context, request, view, target } = draft;
  const { object: current, name } = target!;
  const { object: sent } = view!;
  const ref = refOf(context.parts, name);
  const { uid } = sent.metadata;
  if (uid && uid !== current.metadata.uid)
    throw viewUidConflict(ref, draft.subresource, uid, current.metadata.uid ?? '');
  metadataForUpdate(
    sent.metadata,
    current.metadata,
    request.namespace,
    ref,
    context.parts.definition.vocabulary.answers,
  );
  draft.object = subresourceStrategy(draft).prepareForUpdate(sent, current, context.strategyContext(request));
  return incrementGeneration(draft);
};

/** @throws ApiError Invalid by the rules of the object. */
export const validateViewUpdate: WriteStep = (draft) => refuseUpdate(draft, draft.context.parts.definition.strategy);

export const callValidatingViewAdmission: WriteStep = (draft) => {
  const { context, view } = draft;
  return whileOpen(draft, context.parts.admission.validate(attributesOf(draft, view!.object, view!.current)));
};
