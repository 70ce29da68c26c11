import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { certificateSigningRequests, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { preconditionsOf } from '../shared/preconditions.js';
import { waitUntil } from '../shared/wait-until.js';
import { cleanupTime } from './plan.js';

/** Deletes expired requests and requeues others until they expire. */
@Reconciler({ name: 'csr-cleaner', watches: [watch(certificateSigningRequests)] })
export class CsrCleanerReconciler implements Reconciler {
  constructor(
    @InjectLister(certificateSigningRequests) private readonly requests: Lister<CertificateSigningRequest>,
    @InjectResourceClient(certificateSigningRequests)
    private readonly client: ResourceClient<CertificateSigningRequest>,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const csr = this.requests.get(key);
    if (!csr || csr.metadata.deletionTimestamp !== undefined) return DONE;
    const atMs = cleanupTime(csr);
    if (atMs === undefined) return DONE;
    const nowMs = this.clock.now();
    if (nowMs < atMs) return waitUntil(atMs, nowMs);
    await this.client.deleteIfPresent(key, { preconditions: preconditionsOf(csr), signal });
    return DONE;
  }
}
