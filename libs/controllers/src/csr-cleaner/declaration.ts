import { watch } from '@orch/controller-kit';
import type { ControllerEntry } from '../controller-entry.js';
import { certificateSigningRequests } from '../shared/certificate-signing-request.js';
import { CsrCleanerReconciler } from './reconciler.js';

export const csrCleaner: ControllerEntry = {
  name: 'csr-cleaner',
  aliases: ['csrcleaner'],
  defaultOn: true,
  summary: 'Deletes certificate requests that have served their time.',
  flags: [],
  declare: () => [
    {
      name: 'csr-cleaner',
      watches: [watch(certificateSigningRequests)],
      reconciler: ({ client, informers, clock }) =>
        new CsrCleanerReconciler(
          informers.lister(certificateSigningRequests),
          client.resource(certificateSigningRequests),
          clock,
        ),
    },
  ],
};
