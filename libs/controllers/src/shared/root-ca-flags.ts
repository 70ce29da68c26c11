import { flagGroup } from '@orch/process';

/** Flags of controllers that publish the root certificates of the server. */
export const rootCaFlags = flagGroup('Root certificates', [
  {
    name: 'root-ca-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the CA certificates by which clients verify the API server. Default: pki/ca.crt in the data directory.',
  },
]);
