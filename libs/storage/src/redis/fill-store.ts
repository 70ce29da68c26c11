import { randomBytes } from 'node:crypto';

import { checkedItems } from '../checked-items.js';
import { StorageError } from '../storage-error.js';
import type { Revision, Stored } from '../storage.js';
import { functionName } from './function-library.js';
import { notEmpty, unfinished } from './fill-refusals.js';
import type { RunInSession } from './snapshot-scan.js';
import { sumOf } from './value-sum.js';

/** Limits of one call, which blocks the server. */
const BATCH_ITEMS = 200;
const BATCH_BYTES = 1_024 * 1_024;
/** Key, revision, value, checksum. */
const ITEM_FIELDS = 4;

/**
 * Fills an empty store. Until the last call it is marked as unfinished and cannot be opened.
 * @throws FillError NotEmpty, BadItem; StorageError Unavailable.
 */
export async function fillStore(
  run: RunInSession,
  base: string,
  items: AsyncIterable<Stored>,
  revision: Revision,
): Promise<void> {
  const call = async (step: string, rest: (string | Buffer)[] = []): Promise<void> => {
    const answer = await run(
      ({ redis }) =>
        redis.call('FCALL', [functionName('fill'), '1', base, step, String(revision), ...rest]) as Promise<string[]>,
    );
    if (answer[0] === 'used') throw notEmpty(base);
    if (answer[0] === 'filling') throw unfinished(base);
    if (answer[0] !== 'done')
      throw new StorageError('Unavailable', '', { message: `filling the store was interrupted: ${answer.join(' ')}` });
  };
  await call('begin');
  let batch: (string | Buffer)[] = [];
  let bytes = 0;
  for await (const { key, value, revision: at } of checkedItems(items, revision)) {
    batch.push(key, String(at), value, sumOf(key, { bytes: value, revisionAt: undefined }));
    bytes += value.length;
    if (batch.length < ITEM_FIELDS * BATCH_ITEMS && bytes < BATCH_BYTES) continue;
    await call('put', batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) await call('put', batch);
  const { server, state } = await run((session) => Promise.resolve(session));
  await call('finish', [server, randomBytes(6).toString('hex'), state.store]);
}
