import { countsGeneration, type ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { withMetadata } from '../object-metadata.js';
import type { WriteStep } from '../write-draft.js';

/** The generation counts changes of the spec (C-134). */
export const incrementGeneration: WriteStep = (draft) => {
  const { definition, form } = draft.context.parts;
  const { object } = draft;
  const current = draft.target!.object;
  if (!countsGeneration(definition)) return;
  const ofContent = definition.declaration.generation === 'content';
  if (!ofContent && object['spec'] === current['spec']) return;
  const textOf = ofContent ? contentText(definition) : specText;
  if (textOf(object) === textOf(current)) return;
  // Defaults may be in another order than in the stored object: only canonical forms can be compared.
  if (textOf(form.canonical(object)) === textOf(form.canonical(current))) return;
  const generation = (current.metadata.generation ?? 0) + 1;
  draft.object = withMetadata(object, { ...object.metadata, generation });
};

const specText = (object: ApiObject): string | undefined => JSON.stringify(object['spec']);

/** Everything but metadata, and status where it has writes of its own. */
function contentText({ subresources }: ResourceDefinition): (object: ApiObject) => string {
  const leavesOutStatus = subresources.has('status');
  return ({ metadata: _metadata, status, ...rest }: ApiObject & { readonly status?: unknown }) =>
    JSON.stringify(leavesOutStatus ? rest : { ...rest, status });
}
