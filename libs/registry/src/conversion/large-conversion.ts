import type { ResourceDefinition } from '@orch/api';
import type { WorkLimit } from '@orch/apimachinery';
import type { Entry } from '../cache/entry.js';
import type { KindSource } from '../write/kind-source.js';

/** Converts large objects off the event loop. */
export interface LargeConversion {
  /**
   * The JSON of a stored object in a served version. Undefined: the object is small, or the kind is not known elsewhere, so that the caller converts it.
   * @throws ApiError when it cannot be converted.
   */
  convert(entry: Entry, to: ResourceDefinition, source: KindSource): Promise<Buffer> | undefined;
  /** Of the conversion of a small object, which may make it large. */
  limit(): WorkLimit;
  /** As `convert`, of a small object that becomes large. */
  convertGrown(entry: Entry, to: ResourceDefinition, source: KindSource): Promise<Buffer>;
}
