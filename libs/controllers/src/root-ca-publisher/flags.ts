import { flagGroup } from '@orch/process';

/** Flags of the publisher. */
export const rootCaPublisherFlags = flagGroup('Root certificates', [
  {
    name: 'root-ca-file',
    type: 'string',
    default: undefined,
    help: 'Certificates by which clients verify the API server, PEM. Without it: pki/ca.crt in the data directory.',
  },
]);
