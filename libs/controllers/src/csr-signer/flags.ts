import { flagGroup } from '@orch/process';

/** Flags of the signer. The files default to the authority the API server keeps in the data directory. */
export const csrSignerFlags = flagGroup('Certificate signing', [
  {
    name: 'cluster-signing-cert-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the signing CA certificate. Default: pki/ca.crt in the data directory.',
  },
  {
    name: 'cluster-signing-key-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the private key of the signing CA, unencrypted. Default: pki/ca.key in the data directory.',
  },
  {
    name: 'cluster-signing-duration',
    type: 'duration',
    default: '8760h',
    help: 'Maximum lifetime of signed certificates; a request may specify a shorter one.',
  },
]);
