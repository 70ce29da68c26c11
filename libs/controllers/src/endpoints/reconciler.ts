import { Inject } from '@nestjs/common';
import { errorMessage } from '@orch/apimachinery';
import { keyOf, keyText, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
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
import { CONFLICT_RETRY, isConflict } from '../shared/conflict-retry.js';
import { isNamespaceGoing } from '../shared/namespace.js';
import { unlessRefused } from '../shared/refused-write.js';
import { pods, type Pod } from '../shared/service-endpoints/pod.js';
import { selectedPods, watchSelectedPods } from '../shared/service-endpoints/selected-pods.js';
import { hasPods, serviceOptions, services, type Service } from '../shared/service-endpoints/service.js';
import { endpoints, type Endpoints } from '../shared/service-endpoints/subsets.js';
import { TriggerTimes } from '../shared/service-endpoints/trigger-times.js';
import { planEndpoints } from './plan.js';

const WORKERS = 5;

/**
 * Reconciles the Endpoints of one service; keys are services. Endpoints are deleted with their service, also those that a user maintains.
 * The cache may lag behind its own writes: a write on an older state fails with Conflict, and the event of the newer one adds the key again.
 */
@Reconciler({
  name: 'endpoints',
  workers: WORKERS,
  // It remembers which changes it has seen, for the trigger time.
  isSingle: true,
  watches: ({ labels: { endpointsManager } }) => [
    watch(services, { options: serviceOptions }),
    watchSelectedPods(),
    watch(endpoints, {
      // A user may create Endpoints before their service: without one only those are deleted that a controller wrote.
      mapToKeys: (object, informers) => {
        const isOwn = object.metadata.labels?.[endpointsManager.label] === endpointsManager.controller;
        const key = keyOf(object);
        return isOwn || informers.lister(services, serviceOptions).get(key) ? [key] : [];
      },
    }),
  ],
})
export class EndpointsReconciler implements Reconciler {
  private readonly triggerTimes = new TriggerTimes();

  constructor(
    @InjectLister(services, serviceOptions) private readonly services: Lister<Service>,
    @InjectLister(pods) private readonly pods: Lister<Pod>,
    @InjectLister(endpoints) private readonly endpoints: Lister<Endpoints>,
    @InjectResourceClient(services) private readonly serviceClient: Pick<ResourceClient<Service>, 'find'>,
    @InjectResourceClient(endpoints) private readonly client: ResourceClient<Endpoints>,
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly vocabulary: Vocabulary,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const service = this.services.get(key);
    if (!service) return this.deleteOrphan(key, signal);
    if (!hasPods(service)) return DONE;
    const current = this.endpoints.get(key);
    const wanted = await this.plan(service, current, signal);
    return wanted ? this.write(wanted, current, signal) : DONE;
  }

  private async plan(
    service: Service,
    current: Endpoints | undefined,
    signal: AbortSignal,
  ): Promise<Endpoints | undefined> {
    const selected = await inTurns(selectedPods(this.pods, service), signal);
    const triggerTime = this.triggerTimes.observe(service, selected);
    try {
      return await inTurns(planEndpoints({ service, pods: selected, current, triggerTime }, this.vocabulary), signal);
    } catch (err) {
      const { namespace = '', name = '' } = service.metadata;
      const about = current ?? { apiVersion: 'v1', kind: 'Endpoints', metadata: { namespace, name } };
      if (err instanceof TerminalError) this.recordFailure(about, current === undefined, err);
      throw err;
    }
  }

  /** A service missing in the cache may have been created a moment ago: the server is asked. */
  private async deleteOrphan(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    this.triggerTimes.forget(key);
    if (await this.serviceClient.find(key, { signal })) return DONE;
    const uid = this.endpoints.get(key)?.metadata.uid;
    try {
      await this.client.deleteIfPresent(key, uid === undefined ? { signal } : { preconditions: { uid }, signal });
    } catch (err) {
      // A user has created others since, for a service that is still to come.
      if (!isConflict(err)) throw err;
    }
    return DONE;
  }

  private async write(wanted: Endpoints, current: Endpoints | undefined, signal: AbortSignal): Promise<Result> {
    try {
      await unlessRefused<unknown>(() =>
        current ? this.client.replace(wanted, { signal }) : this.client.createIfAbsent(wanted, { signal }),
      );
      return DONE;
    } catch (err) {
      // The event of the deletion adds the key again.
      if (isNamespaceGoing(err)) return DONE;
      if (isConflict(err)) return CONFLICT_RETRY;
      if (!signal.aborted) this.recordFailure(wanted, current === undefined, err);
      throw err;
    }
  }

  private recordFailure(wanted: Endpoints, isNew: boolean, err: unknown): void {
    const name = keyText(keyOf(wanted));
    if (isNew) {
      const message = `Failed to create endpoint for service ${name}: ${errorMessage(err)}`;
      this.events.record(wanted, 'Warning', 'FailedToCreateEndpoint', message);
      return;
    }
    const message = `Failed to update endpoint ${name}: ${errorMessage(err)}`;
    this.events.record(wanted, 'Warning', 'FailedToUpdateEndpoint', message);
  }
}
