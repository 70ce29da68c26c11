import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { waitUntil } from '../shared/wait-until.js';
import { jobs, type Job } from './job.js';
import { expiryTime } from './plan.js';

/** Deletes finished Jobs whose time to live has ended, and requeues others until it ends. */
@Reconciler({
  name: 'ttl-after-finished',
  watches: [watch(jobs, { filter: ({ object }) => expiryTime(object) !== undefined })],
})
export class TtlAfterFinishedReconciler implements Reconciler {
  constructor(
    @InjectLister(jobs) private readonly jobs: Lister<Job>,
    @InjectResourceClient(jobs) private readonly client: ResourceClient<Job>,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const wait = this.remaining(this.jobs.get(key));
    if (wait) return wait;
    // The cache may lag behind a change of the time to live.
    const job = await this.client.find(key, { signal });
    const waitAgain = this.remaining(job);
    if (waitAgain) return waitAgain;
    const uid = job?.metadata.uid;
    await this.client.deleteIfPresent(key, {
      propagationPolicy: 'Foreground',
      ...(uid === undefined ? {} : { preconditions: { uid } }),
      signal,
    });
    return DONE;
  }

  /** What to do instead of a delete; undefined when the Job has expired. */
  private remaining(job: Job | undefined): Result | undefined {
    const atMs = job && expiryTime(job);
    if (atMs === undefined) return DONE;
    const nowMs = this.clock.now();
    return nowMs < atMs ? waitUntil(atMs, nowMs) : undefined;
  }
}
