import { flagGroup } from '@orch/process';

/** Flags of the signer. The files default to the authority the API server keeps in the data directory. */
export const csrSignerFlags = flagGroup('Certificate signing', [
  {
    name: 'cluster-signing-cert-file',
    type: 'string',
    default: undefined,
    help: 'Certificate of the authority that signs, PEM. Without it: pki/ca.crt in the data directory.',
  },
  {
    name: 'cluster-signing-key-file',
    type: 'string',
    default: undefined,
    help: 'Private key of that authority, PEM, unencrypted. Without it: pki/ca.key in the data directory.',
  },
  {
    name: 'cluster-signing-duration',
    type: 'duration',
    default: '8760h',
    help: 'Longest lifetime of a signed certificate; a request may ask for less.',
  },
]);
