import type { HasMetadata, InformerOptions } from '@orch/client';
import { isPossibleName } from './possible-name.js';

/** The index of pods by the name of their node. */
export const NODE_INDEX = 'node';

export const byNode: InformerOptions<HasMetadata & { readonly spec?: { readonly nodeName?: string } }> = {
  indexes: { [NODE_INDEX]: ({ spec }) => (isPossibleName(spec?.nodeName) ? [spec.nodeName] : []) },
};
