import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { requireSignerRight, signerNameOf } from './certificate-request.js';

/** Writing a ClusterTrustBundle of a signer requires the verb `attest` on that signer. One without a signer is not restricted. */
export const clusterTrustBundleAttest = (authorizer: Authorizer, vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'ClusterTrustBundleAttest',
  // Objects are read last: a plugin that reads them needs their content.
  handles: (a) =>
    (a.operation === 'CREATE' || a.operation === 'UPDATE') &&
    a.definition.gvr.resource === 'clustertrustbundles' &&
    a.definition.gvr.group === vocabulary.groups.certificates &&
    signerNameOf(a.oldObject ?? a.object) !== '',
  validate: (a) => requireSignerRight('attest', a, authorizer, vocabulary),
});
