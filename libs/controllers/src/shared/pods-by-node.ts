import type { HasMetadata, InformerOptions } from '@orch/client';

/** The index of pods by the name of their node. */
export const NODE_INDEX = 'node';

export const byNode: InformerOptions<HasMetadata & { readonly spec?: { readonly nodeName?: string } }> = {
  indexes: { [NODE_INDEX]: ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []) },
};
