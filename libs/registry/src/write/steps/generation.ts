import { countsGeneration, type ResourceDefinition } from '@orch/api';
import { jsonEqual, type ApiObject } from '@orch/apimachinery';
import { withMetadata } from '../object-metadata.js';
import type { WriteStep } from '../write-draft.js';

/** The generation counts changes of the spec (C-134). */
export const incrementGeneration: WriteStep = (draft) => {
  const { definition, form } = draft.context.parts;
  const { object } = draft;
  const current = draft.target!.object;
  if (!countsGeneration(definition)) return;
  const isSame = definition.declaration.generation === 'content' ? sameContent(definition) : sameSpec;
  // A canonical form lacks what is optional and empty: other values may have the same one.
  if (isSame(object, current) || isSame(form.canonical(object), form.canonical(current))) return;
  const generation = (current.metadata.generation ?? 0) + 1;
  draft.object = withMetadata(object, { ...object.metadata, generation });
};

type Comparison = (object: ApiObject, current: ApiObject) => boolean;

const sameSpec: Comparison = (object, current) => jsonEqual(object['spec'], current['spec']);

/** Compares everything but metadata, and status where it has writes of its own. */
function sameContent({ subresources }: ResourceDefinition): Comparison {
  const isLeftOut = (name: string): boolean => name === 'metadata' || (name === 'status' && subresources.has('status'));
  const content = (object: ApiObject): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !isLeftOut(name)));
  return (object, current) => jsonEqual(content(object), content(current));
}
