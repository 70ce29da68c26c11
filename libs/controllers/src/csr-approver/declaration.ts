import { watch, type ControllerDeclaration } from '@orch/controller-kit';
import type { ControllerEntry, ControllerOptions } from '../controller-entry.js';
import { certificateSigningRequests } from '../shared/certificate-signing-request.js';
import { mayBeApproved } from './plan.js';
import { subjectAccessReviews } from './subject-access-review.js';
import { CsrApproverReconciler } from './reconciler.js';

const declare = ({ vocabulary }: ControllerOptions): readonly ControllerDeclaration[] => [
  {
    name: 'csr-approver',
    watches: [
      watch(certificateSigningRequests, {
        filter: (change) => change.type !== 'deleted' && mayBeApproved(change.object, vocabulary),
      }),
    ],
    reconciler: ({ client, informers }) =>
      new CsrApproverReconciler(
        informers.lister(certificateSigningRequests),
        client.resource(certificateSigningRequests),
        client.resource(subjectAccessReviews),
        vocabulary,
      ),
  },
];

export const csrApprover: ControllerEntry = {
  name: 'csr-approver',
  aliases: ['csrapproving'],
  defaultOn: true,
  summary: 'Approves client certificates of nodes.',
  flags: [],
  declare,
};
