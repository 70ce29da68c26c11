import { flagGroup } from '@orch/process';

/** Flags of the controller that fills token Secrets. */
export const serviceAccountTokenFlags = flagGroup('Service account token Secrets', [
  {
    name: 'service-account-private-key-file',
    type: 'string[]',
    default: [],
    commas: false,
    help: 'PEM file whose first private key signs tokens in Secrets; of several files the first that has one. Without it: pki/sa.key in the data directory.',
  },
]);
