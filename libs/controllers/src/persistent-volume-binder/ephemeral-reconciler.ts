import { keyOf, keyText, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import {
  DONE,
  EventRecorder,
  InjectLister,
  InjectResourceClient,
  Reconciler,
  TerminalError,
  watch,
  type Result,
} from '@orch/controller-kit';
import { unlessRefused } from '../shared/refused-write.js';
import { ephemeralClaims, isOwnedBy, needsClaims, pods, type Pod } from './ephemeral-claims.js';
import { claimOptions, POD_BY_EPHEMERAL_CLAIM, podOptions } from './informer-indexes.js';
import { claims, type Claim } from '../shared/volume-objects.js';

/** Claims that are created in one reconcile: other pods wait meanwhile. */
const MADE_AT_ONCE = 25;
/** More claims are to be created. The cache has those that were, or the server says that it has. */
const MAKE_ON: Result = { requeueAfterMs: 100 };

/**
 * Creates the claims of ephemeral volumes. An existing claim of that name with another owner is not changed, and the
 * pod stays pending: the data belongs to another user.
 */
@Reconciler({
  name: 'ephemeral-volume',
  watches: [
    watch(pods, {
      options: podOptions,
      filter: ({ type, object }) => type !== 'deleted' && ephemeralClaims(object).length > 0,
    }),
    watch(claims, {
      options: claimOptions,
      filter: ({ type }) => type === 'deleted',
      // With any owner: a pod may have waited for the end of a claim that was not made for it.
      mapToKeys: (claim, informers) =>
        informers
          .lister(pods, podOptions)
          .byIndex(POD_BY_EPHEMERAL_CLAIM, keyText(keyOf(claim)))
          .map(keyOf),
    }),
  ],
})
export class EphemeralReconciler implements Reconciler {
  constructor(
    @InjectLister(pods, podOptions) private readonly pods: Lister<Pod>,
    @InjectLister(claims, claimOptions) private readonly claims: Lister<Claim>,
    @InjectResourceClient(claims) private readonly client: ResourceClient<Claim>,
    private readonly events: EventRecorder,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const pod = this.pods.get(key);
    if (!pod || !needsClaims(pod)) return DONE;
    let made = 0;
    for (const claim of ephemeralClaims(pod)) {
      const existing = this.claims.get(keyOf(claim));
      if (!existing && made++ === MADE_AT_ONCE) return MAKE_ON;
      if (!existing) await this.make(pod, claim, signal);
      else if (!isOwnedBy(existing, pod))
        this.recordFailure(pod, `claim ${claim.metadata.name} was not made for this pod: delete it, or rename the pod`);
    }
    return DONE;
  }

  private async make(pod: Pod, claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      await unlessRefused(() => this.client.createIfAbsent(claim, { signal }));
    } catch (err) {
      if (err instanceof TerminalError)
        this.recordFailure(pod, `claim ${claim.metadata.name} was refused: ${err.message}`);
      throw err;
    }
  }

  private recordFailure(pod: Pod, message: string): void {
    const about = { apiVersion: 'v1', kind: 'Pod', ...pod };
    this.events.record(about, 'Warning', 'FailedBinding', message);
  }
}
