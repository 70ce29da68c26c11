import { Inject } from '@nestjs/common';
import { Clock } from '@orch/apimachinery';
import {
  builtinResources,
  keyOf,
  keyText,
  type HasMetadata,
  type Lister,
  type ObjectKey,
  type ResourceLike,
} from '@orch/client';
import {
  DONE,
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
import { byNode, NODE_INDEX } from '../shared/pods-by-node.js';
import { managedSlices, watchManagedSlices } from '../shared/service-endpoints/managed-slices.js';
import { pods, type Pod } from '../shared/service-endpoints/pod.js';
import { selectedPods, watchSelectedPods } from '../shared/service-endpoints/selected-pods.js';
import { hasPods, serviceOptions, services, servicesOfPod, type Service } from '../shared/service-endpoints/service.js';
import { endpointSlices, sliceOptions, type EndpointSlice } from '../shared/service-endpoints/slice.js';
import { TriggerTimes } from '../shared/service-endpoints/trigger-times.js';
import { writeSlices, type SliceTarget } from '../shared/service-endpoints/write-slices.js';
import { STALE, WrittenSlices } from '../shared/service-endpoints/written-slices.js';
import { planSlices, type SlicesPlan } from './plan.js';

const WORKERS = 5;
/** Delay of the first retry: a failure may affect many slices. */
const BACKOFF = { firstMs: 1_000 };
const nodes: ResourceLike<HasMetadata> = builtinResources.nodes;

/**
 * Reconciles the EndpointSlices of one service; keys are services. Slices of a deleted service are collected by their owner reference.
 */
@Reconciler({
  name: 'endpointslice',
  workers: WORKERS,
  // It remembers which changes it has seen, for the trigger time.
  isSingle: true,
  backoff: BACKOFF,
  watches: (vocabulary) => {
    const { zone } = vocabulary.labels;
    return [
      watch(services, { options: serviceOptions }),
      watchSelectedPods(byNode),
      watch(nodes, {
        filter: (change) =>
          change.type !== 'updated' || change.old.metadata.labels?.[zone] !== change.object.metadata.labels?.[zone],
        mapToKeys: (node, informers) =>
          informers
            .lister(pods, byNode)
            .byIndex(NODE_INDEX, node.metadata.name!)
            .flatMap((pod) => servicesOfPod(informers.lister(services, serviceOptions), pod).map(keyOf)),
      }),
      watchManagedSlices('controller', vocabulary),
    ];
  },
})
export class EndpointSliceReconciler implements Reconciler {
  private readonly triggerTimes = new TriggerTimes();
  private readonly written: WrittenSlices;

  constructor(
    @InjectLister(services, serviceOptions) private readonly services: Lister<Service>,
    @InjectLister(pods, byNode) private readonly pods: Lister<Pod>,
    @InjectLister(nodes) private readonly nodes: Lister,
    @InjectLister(endpointSlices, sliceOptions) private readonly slices: Lister<EndpointSlice>,
    @InjectResourceClient(endpointSlices) private readonly client: SliceTarget['client'],
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly vocabulary: Vocabulary,
    clock: Clock,
  ) {
    this.written = new WrittenSlices(clock);
  }

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const service = this.services.get(key);
    if (!service) {
      this.triggerTimes.forget(key);
      this.written.forget(key);
      return DONE;
    }
    if (!hasPods(service)) return DONE;
    const slices = managedSlices(this.slices, key, 'controller', this.vocabulary);
    if (this.written.isStale(key, slices)) return STALE;
    const live = slices.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const plan = await this.plan(service, live, signal);
    const onFailure = (text: string): void => this.recordFailure(service, text);
    const result = await writeSlices(key, plan, { client: this.client, written: this.written, signal, onFailure });
    // The event of the node adds the key again.
    if (plan.skipped.length > 0) this.recordFailure(service, skippedText(service, plan.skipped));
    return result;
  }

  private async plan(service: Service, slices: readonly EndpointSlice[], signal: AbortSignal): Promise<SlicesPlan> {
    const selected = await inTurns(selectedPods(this.pods, service), signal);
    const input = {
      ...{ service, pods: selected, slices },
      nodeOf: (name: string) => (name === '' ? undefined : this.nodes.get({ namespace: '', name })),
      triggerTime: this.triggerTimes.observe(service, selected),
    };
    try {
      return await inTurns(planSlices(input, this.vocabulary), signal);
    } catch (err) {
      if (err instanceof TerminalError) this.recordFailure(service, err.message);
      throw err;
    }
  }

  private recordFailure(service: Service, reason: string): void {
    const message = `Error updating Endpoint Slices for Service ${keyText(keyOf(service))}: ${reason}`;
    const about = { apiVersion: 'v1', kind: 'Service', ...service };
    this.events.record(about, 'Warning', 'FailedToUpdateEndpointSlices', message);
  }
}

function skippedText(service: Service, skipped: readonly Pod[]): string {
  const of = keyText(keyOf(service));
  const texts = skipped.map(
    ({ metadata, spec }) => `skipping Pod ${metadata.name} for Service ${of}: Node ${spec?.nodeName ?? ''} Not Found`,
  );
  return texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
}
