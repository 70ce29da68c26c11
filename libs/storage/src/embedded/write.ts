import type { Revision, Stored, Value } from '../storage.js';
import { encodeEntry, EntryType, HEADER_BYTES } from './log-entry.js';

/** A write that has its revision and waits for its commit, with the promise of whoever asked for it. */
export class Write {
  readonly stored: Promise<Stored>;
  readonly entry: Buffer;
  private accept!: (stored: Stored) => void;
  private refuse!: (reason: unknown) => void;

  constructor(
    readonly type: EntryType,
    readonly key: string,
    /** Length of the key in UTF-8. */
    keyBytes: number,
    readonly revision: Revision,
    /** What the key stood at before; 0 when it was new. */
    readonly previous: Revision,
    readonly timeMs: number,
    value?: Value,
  ) {
    this.entry = encodeEntry(this, keyBytes, value);
    this.value = this.entry.subarray(HEADER_BYTES + keyBytes);
    this.stored = new Promise((accept, refuse) => {
      this.accept = accept;
      this.refuse = refuse;
    });
  }

  readonly value: Buffer;

  /** What the key stands at after this write; 0 when it is gone. */
  get standing(): Revision {
    return this.type === EntryType.Put ? this.revision : 0;
  }

  resolve(): void {
    this.accept({ key: this.key, value: this.value, revision: this.revision });
  }

  reject(reason: unknown): void {
    this.refuse(reason);
  }
}
