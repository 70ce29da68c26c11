import { keyText, type InformerOptions } from '@orch/client';
import { claimOf, type Claim, type Volume } from '../shared/volume-objects.js';

/** Index of claims by `volumeName`; claims without one have the empty name. */
export const BY_VOLUME = 'volume';
/** Index of volumes by the claim of their `claimRef`. */
export const BY_CLAIM = 'claim';

export const claimOptions: InformerOptions<Claim> = {
  indexes: { [BY_VOLUME]: (claim) => [claim.spec?.volumeName ?? ''] },
};
export const volumeOptions: InformerOptions<Volume> = {
  indexes: { [BY_CLAIM]: (volume) => [claimOf(volume)].flatMap((key) => (key ? [keyText(key)] : [])) },
};
