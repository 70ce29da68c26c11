import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { open } from 'lmdb';

import { STORE_FILE } from './disk.js';
import { byteKeys, revisionKeys } from './key-encoders.js';

/** A change in the layout of releases without checksums. */
export interface Format1Entry {
  readonly type: 1 | 2 | 3;
  readonly key: string;
  readonly value: string;
  readonly revision: number;
  /** 0: none. */
  readonly previous: number;
}

/** Creates a store of disk format 1, byte for byte as those releases did. */
export async function writeFormat1(
  directory: string,
  entries: readonly Format1Entry[],
  { oldest = 0, timeMs = Date.now() }: { readonly oldest?: number; readonly timeMs?: number } = {},
): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const root = open({ path: join(directory, STORE_FILE), noSubdir: true, encoding: 'binary', maxDbs: 3 });
  const table = (name: string, keyEncoder: object) => root.openDB(name, { encoding: 'binary', keyEncoder } as object);
  const facts = root.openDB<string, string>('facts', { encoding: 'string' });
  const log = table('log', revisionKeys);
  const keys = table('keys', byteKeys);
  await root.transaction(() => {
    void facts.put('format', '1');
    if (oldest > 0) void facts.put('oldest-revision', String(oldest));
    for (const entry of entries) {
      void log.put(entry.revision, encoded(entry, timeMs));
      if (entry.type !== 1) void keys.remove(entry.key);
      else void keys.put(entry.key, pointer(entry.revision));
    }
  });
  await root.close();
}

function encoded({ type, key, value, revision, previous }: Format1Entry, timeMs: number): Buffer {
  const head = Buffer.alloc(24);
  head[0] = type;
  head.writeUInt16BE(Buffer.byteLength(key), 2);
  head.writeUIntBE(timeMs, 4, 6);
  head.writeUIntBE(previous, 10, 6);
  head.writeUIntBE(revision, 16, 6);
  return Buffer.concat([head, Buffer.from(key), Buffer.from(value)]);
}

function pointer(revision: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(revision, 0, 6);
  return bytes;
}
