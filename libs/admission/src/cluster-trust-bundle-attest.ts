import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { requireSignerRight, signerNameOf } from './certificate-request.js';

/** A ClusterTrustBundle of a signer is written by users with the verb `attest` on that signer. Without a signer anybody may who can write it. */
export const clusterTrustBundleAttest = (authorizer: Authorizer, vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'ClusterTrustBundleAttest',
  handles: ({ operation, definition: { gvr }, object, oldObject }) =>
    (operation === 'CREATE' || operation === 'UPDATE') &&
    gvr.resource === 'clustertrustbundles' &&
    gvr.group === vocabulary.groups.certificates &&
    signerNameOf(oldObject ?? object) !== '',
  validate: (a) => requireSignerRight('attest', a, authorizer, vocabulary),
});
