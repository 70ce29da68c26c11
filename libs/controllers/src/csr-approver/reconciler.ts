import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { parseCertificateRequest, PkiError, type CertificateRequestInfo } from '@orch/pki';
import { Vocabulary } from '@orch/vocabulary';
import {
  certificateSigningRequests,
  requestPem,
  withCondition,
  type CertificateSigningRequest,
} from '../shared/certificate-signing-request.js';
import { unlessRefused } from '../shared/refused-write.js';
import { subjectAccessReviews, type SubjectAccessReview } from './subject-access-review.js';
import { decideApproval, mayBeApproved } from './plan.js';

/** Delay until a creator without the permission is looked at again: a role that allows it may be bound later, and roles are not watched. */
const REVIEW_AGAIN: Result = { requeueAfterMs: 30_000 };

/** Approves valid requests, through `/approval`, when a role allows it. All others are left to administrators. */
@Reconciler({
  name: 'csr-approver',
  watches: (vocabulary) => [
    watch(certificateSigningRequests, {
      filter: (change) => change.type !== 'deleted' && mayBeApproved(change.object, vocabulary),
    }),
  ],
})
export class CsrApproverReconciler implements Reconciler {
  constructor(
    @InjectLister(certificateSigningRequests) private readonly requests: Lister<CertificateSigningRequest>,
    @InjectResourceClient(certificateSigningRequests)
    private readonly client: ResourceClient<CertificateSigningRequest>,
    @InjectResourceClient(subjectAccessReviews)
    private readonly reviews: Pick<ResourceClient<SubjectAccessReview>, 'create'>,
    private readonly vocabulary: Vocabulary,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const csr = this.requests.get(key);
    if (!csr || !mayBeApproved(csr, this.vocabulary)) return DONE;
    const request = await readRequest(csr);
    const decision = request && decideApproval(csr, request, this.vocabulary);
    if (decision?.action !== 'ask') return DONE;
    if (!(await this.mayBringIn(csr, decision.subresource, signal))) return REVIEW_AGAIN;
    const approved = withCondition(csr, { type: 'Approved', reason: 'AutoApproved', message: decision.message });
    // With the resourceVersion that was read: a request changed since fails with Conflict and is reconciled again.
    await unlessRefused(() => this.client.subresource('approval').replace(key, approved, { signal }));
    return DONE;
  }

  /** Whether the creator of the request, which the server recorded in `spec`, has the permission. */
  private async mayBringIn(csr: CertificateSigningRequest, subresource: string, signal: AbortSignal): Promise<boolean> {
    const { username, groups, uid, extra } = csr.spec;
    const review = await this.reviews.create(
      {
        metadata: {},
        spec: {
          user: username,
          groups,
          uid,
          extra,
          resourceAttributes: {
            ...{ verb: 'create', group: this.vocabulary.groups.certificates, version: '*' },
            ...{ resource: 'certificatesigningrequests', subresource },
          },
        },
      },
      { signal },
    );
    return review.status?.allowed === true;
  }
}

/** Undefined for a malformed request: left to an administrator or the signer. */
async function readRequest(csr: CertificateSigningRequest): Promise<CertificateRequestInfo | undefined> {
  try {
    return await parseCertificateRequest(requestPem(csr));
  } catch (err) {
    if (err instanceof PkiError) return undefined;
    throw err;
  }
}
