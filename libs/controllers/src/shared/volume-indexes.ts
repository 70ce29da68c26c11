import { keyText, type HasMetadata, type ObjectKey } from '@orch/client';
import { isPossibleName } from './possible-name.js';

/** Index of claims by `volumeName`. */
export const CLAIM_BY_VOLUME = 'volume';
/** Index of volumes by the claim of their `claimRef`, as `keyText`. */
export const VOLUME_BY_CLAIM = 'claim';

interface NamesVolume extends HasMetadata {
  readonly spec?: { readonly volumeName?: string };
}
interface NamesClaim extends HasMetadata {
  readonly spec?: { readonly claimRef?: { readonly namespace?: string; readonly name?: string } };
}

/** Of every informer of claims. */
export const claimIndexes = {
  [CLAIM_BY_VOLUME]: ({ spec }: NamesVolume) => (isPossibleName(spec?.volumeName) ? [spec.volumeName] : []),
};

/** Of every informer of volumes. */
export const volumeIndexes = {
  [VOLUME_BY_CLAIM]: (volume: NamesClaim) => {
    const key = claimOf(volume);
    return key ? [keyText(key)] : [];
  },
};

/** The claim of a volume; undefined without a `claimRef` that could be one. */
export function claimOf({ spec }: NamesClaim): ObjectKey | undefined {
  const { namespace = '', name = '' } = spec?.claimRef ?? {};
  return isPossibleName(name) ? { namespace, name } : undefined;
}
