import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { bootstrapTokenSelection, secrets } from '../shared/bootstrap-token.js';
import { TokenCleanerReconciler } from './reconciler.js';

export const tokenCleaner: ControllerEntry = {
  name: 'token-cleaner',
  aliases: ['tokencleaner'],
  defaultOn: false,
  summary: 'Deletes bootstrap tokens that have expired.',
  flags: [],
  declare: ({ vocabulary }) => {
    const selection = bootstrapTokenSelection(vocabulary);
    return [
      {
        name: 'token-cleaner',
        watches: [watch(secrets, { options: selection })],
        reconciler: ({ client, informers, clock }) =>
          new TokenCleanerReconciler(informers.lister(secrets, selection), client.resource(secrets), vocabulary, clock),
      },
    ];
  },
};
