import type { Revision, Stored, Value } from '../storage.js';
import { type KeyTally } from './key-tally.js';
import { encodeEntry, EntryType, tallyOf, valueOf } from './log-entry.js';

export interface WriteFacts {
  readonly type: EntryType;
  readonly key: string;
  /** Length of the key in UTF-8. */
  readonly keyBytes: number;
  readonly revision: Revision;
  /** What the key stood at before; 0 when it was new. */
  readonly previous: Revision;
  readonly timeMs: number;
  readonly value?: Value | undefined;
  /** What the write's event shows, where that is not the value in the entry. */
  readonly shown?: Buffer | undefined;
}

/** A write that has its revision and waits for its commit, with the promise of whoever asked for it. */
export class Write {
  readonly stored: Promise<Stored>;
  readonly type: EntryType;
  readonly key: string;
  readonly revision: Revision;
  readonly previous: Revision;
  readonly timeMs: number;
  readonly entry: Buffer;
  /** What its event shows, the revision put in. */
  readonly value: Buffer;
  private accept!: (stored: Stored) => void;
  private refuse!: (reason: unknown) => void;

  /** @param before the tally of all writes before it. */
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

  /** What the key stands at after this write; 0 when it is gone. */
  get standing(): Revision {
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
