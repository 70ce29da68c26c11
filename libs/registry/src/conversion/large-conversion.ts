import type { ResourceDefinition } from '@orch/api';
import type { Entry } from '../cache/entry.js';
import type { KindSource } from '../write/kind-source.js';

/** Converts large objects off the event loop. */
export interface LargeConversion {
  /**
   * The JSON of a stored object in a served version. Undefined: the object is small, or the kind is not known elsewhere, so that the caller converts it.
   * @throws ApiError when it cannot be converted.
   */
  convert(entry: Entry, to: ResourceDefinition, source: KindSource): Promise<Buffer> | undefined;
}
