import type { Revision, Stored, Value } from '../storage.js';
import { type KeyTally } from './key-tally.js';
import { encodeEntry, EntryType, tallyOf, valueOf } from './log-entry.js';

export interface WriteFacts {
  readonly type: EntryType;
  readonly key: string;
  /** Length of the key in UTF-8. */
  readonly keyBytes: number;
  readonly revision: Revision;
  /** Previous revision of the key; 0 when it was new. */
  readonly previous: Revision;
  readonly timeMs: number;
  readonly value?: Value | undefined;
  /** Value of the write's event, if it is not the value in the entry. */
  readonly shown?: Buffer | undefined;
}

/** A write that has its revision and waits for its commit, with the promise of its caller. */
export class Write {
  readonly stored: Promise<Stored>;
  readonly type: EntryType;
  readonly key: string;
  readonly revision: Revision;
  readonly previous: Revision;
  readonly timeMs: number;
  readonly entry: Buffer;
  /** Value of its event, with the revision inserted. */
  readonly value: Buffer;
  private accept!: (stored: Stored) => void;
  private refuse!: (reason: unknown) => void;

  /** @param before the tally before the write. */
  constructor(facts: WriteFacts, before: KeyTally) {
    this.type = facts.type;
    this.key = facts.key;
    this.revision = facts.revision;
    this.previous = facts.previous;
    this.timeMs = facts.timeMs;
    this.entry = encodeEntry(facts, facts.keyBytes, facts.value, before);
    this.value = facts.shown ?? valueOf(this.entry);
    this.stored = new Promise((accept, refuse) => {
      this.accept = accept;
      this.refuse = refuse;
    });
  }

  /** Revision of the key after this write; 0 when it is deleted. */
  get revisionAfter(): Revision {
    return this.type === EntryType.Put ? this.revision : 0;
  }

  /** The tally after this write. */
  get tally(): KeyTally {
    return tallyOf(this.entry);
  }

  resolve(): void {
    this.accept({ key: this.key, value: this.value, revision: this.revision });
  }

  reject(reason: unknown): void {
    this.refuse(reason);
  }
}
