import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { requireSignerRight, signerNameOf } from './certificate-request.js';

/** Writing a ClusterTrustBundle of a signer requires the verb `attest` on that signer. One without a signer is not restricted. */
export const clusterTrustBundleAttest = (authorizer: Authorizer, vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'ClusterTrustBundleAttest',
  handles: ({ operation, definition: { gvr }, object, oldObject }) =>
    (operation === 'CREATE' || operation === 'UPDATE') &&
    gvr.resource === 'clustertrustbundles' &&
    gvr.group === vocabulary.groups.certificates &&
    signerNameOf(oldObject ?? object) !== '',
  validate: (a) => requireSignerRight('attest', a, authorizer, vocabulary),
});
