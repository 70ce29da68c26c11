import { flagGroup } from '@orch/process';

/** Flags of the controller that fills token Secrets. */
export const serviceAccountTokenFlags = flagGroup('Service account token Secrets', [
  {
    name: 'service-account-private-key-file',
    type: 'string[]',
    default: [],
    commas: false,
    help: 'PEM file with the private key that signs tokens in Secrets; with several files, the first private key is used. Default: pki/sa.key in the data directory.',
  },
]);
