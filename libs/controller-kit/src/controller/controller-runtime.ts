import type { Clock, Random } from '@orch/apimachinery';
import { builtinResources, type Client, type InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import type { CoreEvent } from '../event-recorder/event.js';
import { QueuedEventRecorder } from '../event-recorder/queued-event-recorder.js';
import type { ControllerContext } from './controller-declaration.js';

/** What the controllers of one process share. */
export class ControllerRuntime {
  private readonly recorders: QueuedEventRecorder[] = [];

  constructor(
    readonly client: Client,
    readonly informers: InformerFactory,
    readonly clock: Clock,
    readonly random: Random,
    readonly logger: Logger,
  ) {}

  /** The context of one controller. */
  contextOf(name: string): ControllerContext {
    const { client, informers, clock, random } = this;
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

  /** Sends the events that wait. */
  async flushEvents(): Promise<void> {
    await Promise.all(this.recorders.map((recorder) => recorder.flush()));
  }

  /** Drops those that still wait and records no more. */
  dropEvents(): void {
    for (const recorder of this.recorders) recorder.stop();
  }
}
