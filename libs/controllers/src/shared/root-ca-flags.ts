import { flagGroup } from '@orch/process';

/** Of controllers that tell clients whom to trust. */
export const rootCaFlags = flagGroup('Root certificates', [
  {
    name: 'root-ca-file',
    type: 'string',
    default: undefined,
    help: 'Certificates by which clients verify the API server, PEM. Without it: pki/ca.crt in the data directory.',
  },
]);
