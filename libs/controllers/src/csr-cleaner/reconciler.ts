import type { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, type Reconciler, type Result } from '@orch/controller-kit';
import type { CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { preconditionsOf } from '../shared/preconditions.js';
import { waitUntil } from '../shared/wait-until.js';
import { cleanupTime } from './plan.js';

/** Deletes requests whose time has come and waits for the others. */
export class CsrCleanerReconciler implements Reconciler {
  constructor(
    private readonly requests: Lister<CertificateSigningRequest>,
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
