import { join } from 'node:path';
import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { certificateSigningRequests } from '../shared/certificate-signing-request.js';
import { csrSignerFlags } from './flags.js';
import { ruleToSign } from './plan.js';
import { CsrSignerReconciler } from './reconciler.js';
import { signerRules } from './signer-rules.js';
import { FileSigningAuthority } from './signing-authority.js';

function declare(options: ControllerOptions): readonly ControllerDeclaration[] {
  const rules = signerRules(options.vocabulary);
  const authority = new FileSigningAuthority(
    options.clusterSigningCertFile ?? join(options.dataDir, 'pki', 'ca.crt'),
    options.clusterSigningKeyFile ?? join(options.dataDir, 'pki', 'ca.key'),
  );
  return [
    {
      name: 'csr-signer',
      watches: [
        watch(certificateSigningRequests, {
          filter: (change) => change.type !== 'deleted' && ruleToSign(change.object, rules) !== undefined,
        }),
      ],
      reconciler: ({ client, informers, clock, logger }) =>
        new CsrSignerReconciler(
          informers.lister(certificateSigningRequests),
          client.resource(certificateSigningRequests),
          { rules, authority, signingDurationMs: options.clusterSigningDurationMs },
          clock,
          logger,
        ),
    },
  ];
}

export const csrSigner: ControllerEntry = {
  name: 'csr-signer',
  aliases: ['csrsigning'],
  defaultOn: true,
  summary: 'Signs approved certificate requests of the built-in signers.',
  flags: [csrSignerFlags],
  declare,
};
