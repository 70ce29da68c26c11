import { countsGeneration } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { withMetadata } from '../object-metadata.js';
import type { WriteStep } from '../write-draft.js';

/** The generation counts changes of the spec (C-134). */
export const incrementGeneration: WriteStep = (draft) => {
  const { definition, form } = draft.context.parts;
  const { object } = draft;
  const current = draft.target!.object;
  if (!countsGeneration(definition) || object['spec'] === current['spec']) return;
  if (specText(object) === specText(current)) return;
  // Defaults may be in another order than in the stored object: only canonical forms can be compared.
  if (specText(form.canonical(object)) === specText(form.canonical(current))) return;
  const generation = (current.metadata.generation ?? 0) + 1;
  draft.object = withMetadata(object, { ...object.metadata, generation });
};

const specText = (object: ApiObject): string | undefined => JSON.stringify(object['spec']);
