// Run by storage-crash.e2e-spec.ts: writes until it is killed, and reports each write after it was acknowledged.
import { writeSync } from 'node:fs';

import { EmbeddedStorage, StorageError } from '@orch/storage';

const [directory = '', historyWindowMs = '300000', writers = '64', valueBytes = '64'] = process.argv.slice(2);
const filler = 'x'.repeat(Number(valueBytes));

/** The key and operation stand in the value, the revision between the bars. */
const value = (text: string) => ({ bytes: Buffer.from(`${text}||${filler}`), revisionAt: text.length + 1 });

/** Synchronous, so that a report before a kill is not lost. */
const tell = (...words: (string | number)[]) => writeSync(1, `${words.join(' ')}\n`);

/** One writer: changes its own key, and now and then removes it. */
async function writer(storage: EmbeddedStorage, key: string): Promise<void> {
  let at = (await storage.get(key))?.revision ?? 0;
  for (let turn = 0; ; turn++) {
    if (at === 0) at = (await storage.create(key, value(`${key} create`))).revision;
    else if (turn % 7 === 6) {
      const gone = await storage.delete(key, at, value(`${key} delete`));
      tell(key, 'delete', gone.revision);
      at = 0;
      continue;
    } else at = (await storage.replace(key, at, value(`${key} replace`))).revision;
    tell(key, 'put', at);
  }
}

async function main(): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory, historyWindowMs: Number(historyWindowMs) });
  const outcomes = await Promise.allSettled(
    Array.from({ length: Number(writers) }, (_, i) => writer(storage, `key-${i}`)),
  );
  // Only a full disk leads here: report its error, and that reading still works.
  for (const o of outcomes)
    if (o.status === 'rejected') tell('failed', o.reason instanceof StorageError ? o.reason.code : String(o.reason));
  const { items } = await storage.list('');
  let count = 0;
  for await (const item of items) if (item.value.includes(`|${item.revision}|`)) count++;
  tell('read', count, storage.revision);
  await storage.close();
}

main().catch((reason: unknown) => {
  process.exitCode = reason instanceof StorageError ? 3 : 1;
});
