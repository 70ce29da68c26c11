import { join } from 'node:path';
import { keyOf } from '@orch/client';
import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { rootCaFlags } from '../shared/root-ca-flags.js';
import { FileRootCaSource } from '../shared/root-ca-source.js';
import { AutomaticTokenReconciler } from './account-reconciler.js';
import { serviceAccountTokenFlags } from './flags.js';
import { TokenSecretReconciler } from './reconciler.js';
import { automaticTokens } from './release.js';
import { ACCOUNT_INDEX, accountOf, secrets, serviceAccounts, tokenSecretSelection } from './token-secret.js';
import { FileTokenSigner } from './token-signer.js';

function declare(options: ControllerOptions): readonly ControllerDeclaration[] {
  const { vocabulary, dataDir, rootCaFile, serviceAccountPrivateKeyFiles: files = [] } = options;
  const selection = tokenSecretSelection(vocabulary);
  const pki = join(dataDir, 'pki');
  return [
    {
      name: 'service-account-token',
      watches: [
        watch(secrets, { options: selection }),
        watch(serviceAccounts, {
          mapToKeys: ({ metadata: { namespace, name } }, informers) =>
            informers.lister(secrets, selection).byIndex(ACCOUNT_INDEX, `${namespace}/${name}`).map(keyOf),
        }),
      ],
      reconciler: ({ client, informers, logger }) =>
        new TokenSecretReconciler(
          informers.lister(secrets, selection),
          client.resource(serviceAccounts),
          client.resource(secrets),
          new FileTokenSigner(files.length > 0 ? files : [join(pki, 'sa.key')]),
          new FileRootCaSource(rootCaFile ?? join(pki, 'ca.crt')),
          vocabulary,
          logger,
        ),
    },
    {
      name: 'service-account-token-maker',
      watches: [
        watch(serviceAccounts, { filter: (change) => change.type !== 'deleted' }),
        watch(secrets, {
          options: selection,
          filter: (change) => change.type === 'deleted',
          mapToKeys: (secret) => [{ namespace: secret.metadata.namespace ?? '', name: accountOf(secret, vocabulary) }],
        }),
      ],
      reconciler: ({ client, informers, random }) =>
        new AutomaticTokenReconciler(
          informers.lister(serviceAccounts),
          client.resource(serviceAccounts),
          client.resource(secrets),
          automaticTokens((signal) => client.text({ method: 'GET', path: '/version', signal })),
          vocabulary,
          random,
        ),
    },
  ];
}

export const serviceAccountToken: ControllerEntry = {
  name: 'service-account-token',
  aliases: ['serviceaccount-token'],
  defaultOn: true,
  summary: 'Fills Secrets that hold service account tokens, and removes them with their account.',
  flags: [serviceAccountTokenFlags, rootCaFlags],
  declare,
};
