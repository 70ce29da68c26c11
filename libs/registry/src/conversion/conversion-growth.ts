import type { ResourceDefinition } from '@orch/api';
import { ConversionError } from '../errors/conversion-error.js';

/** What the converted objects of one request may have in any case. Unit: bytes. */
const ANY_BYTES = 64 * 1_024 * 1_024;
/** How many times the bytes of the stored objects they may have beyond that. */
const FACTOR = 4;

/** Bounds what conversions add to the objects of one request, which are in memory together: a webhook may make each of them many times larger. */
export class ConversionGrowth {
  private storedBytes = 0;
  private convertedBytes = 0;

  /** @param anyBytes allowed however few were stored. Default: 64 MiB. */
  constructor(private readonly anyBytes = ANY_BYTES) {}

  /**
   * Counts an object.
   * @param stored its bytes before. @param converted its bytes now. @param to the version it was converted to.
   * @throws ConversionError when the objects have grown too much.
   */
  add(stored: number, converted: number, { apiVersion, gvk }: ResourceDefinition): void {
    this.storedBytes += stored;
    this.convertedBytes += converted;
    if (this.convertedBytes <= Math.max(this.anyBytes, FACTOR * this.storedBytes)) return;
    throw new ConversionError(
      `conversion to ${apiVersion}, Kind=${gvk.kind} failed: it makes objects of ${this.storedBytes} bytes so large that ` +
        `those of one request have ${this.convertedBytes} bytes, which is too much: request fewer objects at once`,
    );
  }
}
