import type { ConvertedWatches } from './converted-watches.js';
import type { VersionConversion } from './version-conversion.js';

/** What reads and watches of a version need whose objects are converted. */
export interface ConvertedVersion {
  readonly conversion: VersionConversion;
  readonly watches: ConvertedWatches;
}
