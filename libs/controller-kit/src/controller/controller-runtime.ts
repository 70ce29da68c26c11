import type { Clock, Random } from '@orch/apimachinery';
import { builtinResources, type Client, type InformerFactory, type ObservedRequest } from '@orch/client';
import type { Logger } from '@orch/process';
import { EMPTY, type Observable } from 'rxjs';
import type { CoreEvent } from '../event-recorder/event.js';
import { QueuedEventRecorder } from '../event-recorder/queued-event-recorder.js';
import type { SharedQueues } from '../work-queue/shared-queues.js';
import type { ControllerContext } from './controller-context.js';
import type { Controller } from './controller.js';

/** State and clients shared by the controllers of one process. An injection token. */
export class ControllerRuntime {
  /** `ready` from synced caches to the stop. */
  phase: 'starting' | 'ready' | 'stopping' = 'starting';
  /** Whether the workers run: with leader election only while the Lease is held. */
  isActive = false;
  /** The Lease for which this process is a candidate, and whether it holds it. Undefined: without leader election. */
  candidacy: { readonly lease: string; isLeader: boolean } | undefined;
  private readonly added: Controller[] = [];
  private readonly recorders: QueuedEventRecorder[] = [];

  constructor(
    /** Of the process: for caches and Leases. */
    readonly client: Client,
    /** Of one reconciler, by name. */
    private readonly clientOf: (reconciler: string) => Client,
    readonly informers: InformerFactory,
    readonly clock: Clock,
    readonly random: Random,
    readonly logger: Logger,
    /** Work queues of all processes that run these controllers. Absent: each has its own. */
    readonly sharedQueues?: SharedQueues,
    /** Requests of {@link client}, for metrics; none when it is that of the application. */
    readonly requests$: Observable<ObservedRequest> = EMPTY,
  ) {}

  /** The controllers of the process, by name: the order in which modules are instantiated may differ between starts. */
  get controllers(): readonly Controller[] {
    return this.added.toSorted((one, other) => (one.options.name < other.options.name ? -1 : 1));
  }

  /** Registers a controller, which is started with the others. Returns it. */
  add(controller: Controller): Controller {
    this.added.push(controller);
    return controller;
  }

  /** The context of one controller. */
  contextOf(name: string): ControllerContext {
    const { informers, clock, random } = this;
    const client = this.clientOf(name);
    const logger = this.logger.child({ controller: name });
    const events = new QueuedEventRecorder({
      events: client.resource<CoreEvent>(builtinResources.events),
      component: name,
      defaultNamespace: client.vocabulary.namespaces.default,
      clock,
      logger,
    });
    this.recorders.push(events);
    return { name, client, informers, events, vocabulary: client.vocabulary, clock, random, logger };
  }

  /** Sends the events that are queued. */
  async flushEvents(): Promise<void> {
    await Promise.all(this.recorders.map((recorder) => recorder.flush()));
  }

  /** Ends informers, queues and event recorders, without waiting. */
  close(): void {
    for (const recorder of this.recorders) recorder.stop();
    this.informers.stop();
    for (const controller of this.added) controller.close();
  }
}
