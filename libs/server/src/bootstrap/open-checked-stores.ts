import { makeDirectory } from '@orch/process';
import { claimVocabulary } from './data-dir-vocabulary.js';
import { checkStoreVocabulary, claimStoreVocabulary } from './store-vocabulary.js';
import { checkStoreContent, checkStoreFile } from './used-store.js';
import type { ServerContext } from '../context/server-context.js';
import { openStores, type OpenStores } from '../stores/open-stores.js';

/**
 * Opens the stores of a server and checks that they were not replaced by others: nothing is written before all checks
 * pass.
 * @throws as `openStores`; AbsentStoreError, DataDirVocabularyError.
 */
export async function openCheckedStores(context: ServerContext): Promise<OpenStores> {
  const { options } = context;
  context.startPhase('opening the store');
  makeDirectory(options.dataDir, 0o700);
  await checkStoreFile(options);
  const stores = await openStores(options, context);
  context.onClose(() => stores.close());
  const { main, records } = stores;
  await checkStoreContent(main, options);
  if (records) await checkStoreVocabulary(main, records, options.vocabulary);
  await claimVocabulary(options.dataDir, options.vocabulary);
  if (records) await claimStoreVocabulary(records, options.vocabulary);
  return stores;
}
