import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { StorageError, type Revision, type Storage, type Stored, type Value } from '@orch/storage';

/** Kinds of records. Each is the first part of a storage key. */
export type RecordKind = 'address' | 'keys' | 'port' | 'vocabulary';

/**
 * Not the key of a resource: plurals have no colon. NUL ends the prefix like that of resources, so the registry finds no actor for
 * these events and ignores them.
 */
export const recordKey = (kind: RecordKind, name: string): string => `:${kind}\0${name}`;

export interface SharedRecord {
  readonly value: unknown;
  readonly revision: Revision;
}

/**
 * Small JSON values shared by the servers of one store that are not API objects: they cannot be listed or watched, and a backup of the
 * store contains them. Each is changed by compare-and-set.
 * @throws StorageError, from every method: Unavailable (the outcome is unknown), Refused (nothing was written), Lost or Compacted (the
 * history of the store is gone).
 */
export class SharedRecords {
  /** Agreed records, by key. */
  private readonly agreed = new Map<
    string,
    { readonly kind: RecordKind; readonly name: string; readonly value: unknown }
  >();

  constructor(private readonly storage: Pick<Storage, 'get' | 'create' | 'replace' | 'delete'>) {}

  async read(kind: RecordKind, name: string): Promise<SharedRecord | undefined> {
    const stored = await this.storage.get(recordKey(kind, name));
    return stored && recordOf(stored);
  }

  /** The value that all servers of the store use: that of the existing record, else the one `propose` returns. */
  async agree(kind: RecordKind, name: string, propose: () => Promise<unknown>): Promise<unknown> {
    const { value } = (await this.read(kind, name)) ?? (await this.createIfAbsent(kind, name, await propose()));
    this.agreed.set(recordKey(kind, name), { kind, name, value });
    return value;
  }

  /** Recreates missing agreed records. @returns names of records that exist with other content. */
  async recreateAgreed(): Promise<string[]> {
    const different: string[] = [];
    for (const { kind, name, value } of this.agreed.values()) {
      const existing = await this.createIfAbsent(kind, name, value);
      if (!isDeepStrictEqual(existing.value, value)) different.push(name);
    }
    return different;
  }

  /** The existing or created record, and whether this call created it. Of concurrent calls one creates it. */
  async createIfAbsent(
    kind: RecordKind,
    name: string,
    value: unknown,
  ): Promise<SharedRecord & { readonly created: boolean }> {
    for (;;) {
      try {
        const { revision } = await this.storage.create(recordKey(kind, name), encoded(value));
        return { value, revision, created: true };
      } catch (error) {
        if (!hasCode(error, 'KeyExists')) throw error;
      }
      const existing = await this.read(kind, name);
      if (existing) return { ...existing, created: false };
      // Deleted in between, or not yet durable: yield to the store.
      await nextTurn();
    }
  }

  /** The new revision; undefined when the record is no longer at revision `expected`. */
  async replace(kind: RecordKind, name: string, expected: Revision, value: unknown): Promise<Revision | undefined> {
    const written = this.storage.replace(recordKey(kind, name), expected, encoded(value));
    return unlessConflict(written.then(({ revision }) => revision));
  }

  /** False when the record has changed. */
  async remove(kind: RecordKind, name: string, { revision, value }: SharedRecord): Promise<boolean> {
    const removed = this.storage.delete(recordKey(kind, name), revision, encoded(value));
    return (await unlessConflict(removed)) !== undefined;
  }
}

const encoded = (value: unknown): Value => ({ bytes: Buffer.from(JSON.stringify(value)), revisionAt: undefined });

const recordOf = ({ value, revision }: Stored): SharedRecord => ({
  value: JSON.parse(value.toString()) as unknown,
  revision,
});

const hasCode = (error: unknown, ...codes: readonly StorageError['code'][]): boolean =>
  error instanceof StorageError && codes.includes(error.code);

async function unlessConflict<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (hasCode(error, 'Conflict', 'KeyNotFound')) return undefined;
    throw error;
  }
}
