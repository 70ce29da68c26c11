import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { StorageError, type Revision, type Storage, type Stored, type Value } from '@orch/storage';

/** What kinds of records there are. Each is the first part of a storage key. */
export type RecordKind = 'address' | 'keys' | 'port' | 'vocabulary';

/**
 * No resource is called so: a colon is in no plural. NUL ends the prefix as it does that of resources, so the registry looks it up, finds
 * nobody who wants it, and goes on.
 */
export const recordKey = (kind: RecordKind, name: string): string => `:${kind}\0${name}`;

export interface SharedRecord {
  readonly value: unknown;
  readonly revision: Revision;
}

/**
 * Small JSON values by which the servers of one store agree on what is no object of the API: nobody lists or watches them, and a copy
 * of the store holds them too. Each is changed by compare-and-set.
 * @throws StorageError, from every method: Unavailable (the outcome is unknown), Refused (nothing was written), Lost or Compacted (the store
 * went on elsewhere meanwhile).
 */
export class SharedRecords {
  /** What was agreed on here, by the key of its record. */
  private readonly agreed = new Map<
    string,
    { readonly kind: RecordKind; readonly name: string; readonly value: unknown }
  >();

  constructor(private readonly storage: Pick<Storage, 'get' | 'create' | 'replace' | 'delete'>) {}

  async read(kind: RecordKind, name: string): Promise<SharedRecord | undefined> {
    const stored = await this.storage.get(recordKey(kind, name));
    return stored && recordOf(stored);
  }

  /** What all servers of the store hold to from now on: the record that stands, else what `propose` gives. */
  async agree(kind: RecordKind, name: string, propose: () => Promise<unknown>): Promise<unknown> {
    const { value } = (await this.read(kind, name)) ?? (await this.createIfAbsent(kind, name, await propose()));
    this.agreed.set(recordKey(kind, name), { kind, name, value });
    return value;
  }

  /** Makes what was agreed on and is gone. @returns names of what stands there with other content. */
  async putBack(): Promise<string[]> {
    const others: string[] = [];
    for (const { kind, name, value } of this.agreed.values()) {
      const standing = await this.createIfAbsent(kind, name, value);
      if (!isDeepStrictEqual(standing.value, value)) others.push(name);
    }
    return others;
  }

  /** The record that stands afterwards, and whether it is this one. Of those who come at once one is first. */
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
      const standing = await this.read(kind, name);
      if (standing) return { ...standing, created: false };
      // It went in between, or is on its way to the disk: then the turn of the store must come.
      await nextTurn();
    }
  }

  /** The new revision; undefined when the record is not the one of `expected` any more. */
  async replace(kind: RecordKind, name: string, expected: Revision, value: unknown): Promise<Revision | undefined> {
    const written = this.storage.replace(recordKey(kind, name), expected, encoded(value));
    return unlessBeaten(written.then(({ revision }) => revision));
  }

  /** False when the record is not the one of `expected` any more. */
  async remove(kind: RecordKind, name: string, { revision, value }: SharedRecord): Promise<boolean> {
    const removed = this.storage.delete(recordKey(kind, name), revision, encoded(value));
    return (await unlessBeaten(removed)) !== undefined;
  }
}

const encoded = (value: unknown): Value => ({ bytes: Buffer.from(JSON.stringify(value)), revisionAt: undefined });

const recordOf = ({ value, revision }: Stored): SharedRecord => ({
  value: JSON.parse(value.toString()) as unknown,
  revision,
});

const hasCode = (error: unknown, ...codes: readonly StorageError['code'][]): boolean =>
  error instanceof StorageError && codes.includes(error.code);

async function unlessBeaten<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (hasCode(error, 'Conflict', 'KeyNotFound')) return undefined;
    throw error;
  }
}
