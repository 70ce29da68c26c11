import { Inject } from '@nestjs/common';
import { Clock } from '@orch/apimachinery';
import { type InformerChange, type Lister, type ObjectKey } from '@orch/client';
import {
  EventRecorder,
  inTurns,
  InjectLister,
  InjectResourceClient,
  Reconciler,
  TerminalError,
  watch,
  type Result,
} from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { managedSlices, watchManagedSlices } from '../shared/service-endpoints/managed-slices.js';
import { hasSelector, serviceOptions, services, type Service } from '../shared/service-endpoints/service.js';
import { endpointSlices, sliceOptions, type EndpointSlice } from '../shared/service-endpoints/slice.js';
import { endpoints, type Endpoints } from '../shared/service-endpoints/subsets.js';
import { writeSlices, type SliceTarget } from '../shared/service-endpoints/write-slices.js';
import { STALE, WrittenSlices } from '../shared/service-endpoints/written-slices.js';
import { MAX_MIRRORED } from './mirrored-endpoints.js';
import { isMirrored, planMirror, type MirrorPlan } from './plan.js';

const WORKERS = 5;
const BACKOFF = { firstMs: 1_000, maxMs: 100_000 };

/** Whether a change of a service changes whether its Endpoints are mirrored. */
const changesMirror = (change: InformerChange<Service>): boolean =>
  change.type === 'updated' ? hasSelector(change.old) !== hasSelector(change.object) : !hasSelector(change.object);

/** Reconciles the slices that mirror the Endpoints of one service without a selector; keys are those of both. */
@Reconciler({
  name: 'endpointslice-mirroring',
  workers: WORKERS,
  // It remembers what it wrote: the server names new slices.
  isSingle: true,
  backoff: BACKOFF,
  watches: (vocabulary) => [
    watch(endpoints, {
      filter: (change) =>
        isMirrored(change.object, vocabulary) || (change.type === 'updated' && isMirrored(change.old, vocabulary)),
    }),
    watch(services, { options: serviceOptions, filter: changesMirror }),
    watchManagedSlices('mirroring', vocabulary),
  ],
})
export class EndpointSliceMirroringReconciler implements Reconciler {
  private readonly written: WrittenSlices;

  constructor(
    @InjectLister(endpoints) private readonly endpoints: Lister<Endpoints>,
    @InjectLister(services, serviceOptions) private readonly services: Lister<Service>,
    @InjectLister(endpointSlices, sliceOptions) private readonly slices: Lister<EndpointSlice>,
    @InjectResourceClient(endpointSlices) private readonly client: SliceTarget['client'],
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly vocabulary: Vocabulary,
    clock: Clock,
  ) {
    this.written = new WrittenSlices(clock);
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const all = managedSlices(this.slices, key, 'mirroring', this.vocabulary);
    const slices = all.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const target = { client: this.client, written: this.written, signal };
    const mirrored = this.mirroredEndpoints(key);
    if (!mirrored) {
      // A slice that the cache lacks comes with an event.
      const result = await writeSlices(key, { create: [], update: [], remove: slices }, target);
      this.written.forget(key);
      return result;
    }
    if (this.written.isStale(key, all)) return STALE;
    const plan = await this.plan(mirrored, slices, signal);
    this.report(mirrored, plan);
    return writeSlices(key, plan, target);
  }

  private async plan(mirrored: Endpoints, slices: readonly EndpointSlice[], signal: AbortSignal): Promise<MirrorPlan> {
    try {
      return await inTurns(planMirror(mirrored, slices, this.vocabulary), signal);
    } catch (err) {
      const about = { apiVersion: 'v1', kind: 'Endpoints', ...mirrored };
      if (err instanceof TerminalError)
        this.events.record(about, 'Warning', 'FailedToUpdateEndpointSlices', err.message);
      throw err;
    }
  }

  /** Undefined when there is nothing to mirror. */
  private mirroredEndpoints(key: ObjectKey): Endpoints | undefined {
    const object = this.endpoints.get(key);
    const service = this.services.get(key);
    if (!object || !service || hasSelector(service)) return undefined;
    return isMirrored(object, this.vocabulary) ? object : undefined;
  }

  private report(mirrored: Endpoints, { invalid, skipped }: MirrorPlan): void {
    const about = { apiVersion: 'v1', kind: 'Endpoints', ...mirrored };
    if (invalid > 0) {
      const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      this.events.record(about, 'Warning', 'InvalidIPAddress', message);
    }
    if (skipped > invalid) {
      const message = `A max of ${MAX_MIRRORED} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
      this.events.record(about, 'Warning', 'TooManyAddressesToMirror', message);
    }
  }
}
