import { structVersion } from '../../definition/struct-version.js';

/** Structs of v1beta1 that are those of v1. */
export const betaStructs = structVersion('networking.v1', 'networking.v1beta1', {
  fields: { 'IngressClassParametersReference.scope': { required: true } },
});
