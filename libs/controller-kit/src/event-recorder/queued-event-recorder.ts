import { ApiError, FairLines, formatTime, SharedPlaces, type Clock } from '@orch/apimachinery';
import { keyOf, type HasMetadata, type ObjectKey, type ResourceClient } from '@orch/client';
import type { Logger } from '@orch/process';
import { loggedFailure } from '../logged-failure.js';
import type { EventRecorder } from './event-recorder.js';
import { eventOf, occurrenceId, type CoreEvent, type Occurrence } from './event.js';

export interface EventRecorderOptions {
  readonly events: Pick<ResourceClient<CoreEvent>, 'create' | 'patch'>;
  /** `source.component`: the name of the controller. */
  readonly component: string;
  /** Namespace of events about cluster-scoped objects. */
  readonly defaultNamespace: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Maximum number of different queued events, of one namespace about half of it; further ones are dropped. Default: 1000. */
  readonly maxPending?: number;
  /** Maximum number of Events whose count can be incremented. Default: 4096. */
  readonly maxKnown?: number;
}

/** Aggregation interval: how long an Event is counted up before a new one is created. Unit: milliseconds. */
const COUNT_WINDOW_MS = 600_000;

/** Longer messages are cut: thousands are kept, and they may quote what clients wrote. As the API has it for notes. Unit: characters. */
const MAX_MESSAGE = 1_024;

const shortened = (message: string): string =>
  message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 3)}...` : message;

interface Pending {
  readonly occurrence: Occurrence;
  times: number;
}

interface Known {
  readonly key: ObjectKey;
  readonly sinceMs: number;
  count: number;
}

/** What an Event names of an object: hundreds of Events may wait, and objects may be megabytes. */
function referenceTo({
  apiVersion,
  kind,
  metadata: { namespace, name, uid, resourceVersion },
}: HasMetadata): HasMetadata {
  const metadata = { namespace, name, uid, resourceVersion } as HasMetadata['metadata'];
  return { ...(apiVersion === undefined ? {} : { apiVersion }), ...(kind === undefined ? {} : { kind }), metadata };
}

/** Sends recorded events in the background, one at a time, those of namespaces in turn; equal events are aggregated. */
export class QueuedEventRecorder implements EventRecorder {
  private readonly pending = new Map<string, Pending>();
  /** Ids of the queued events, by namespace of their objects. */
  private lines = new FairLines<string>();
  /** Of queued events, by namespace. */
  private readonly places: SharedPlaces;
  /** Least recently used first; evicted at the limit. */
  private readonly known = new Map<string, Known>();
  private sending: Promise<void> | undefined;
  private dropped = 0;
  private serial = 0;
  private stopped = false;

  constructor(private readonly options: EventRecorderOptions) {
    this.places = new SharedPlaces(options.maxPending ?? 1000);
  }

  record(object: HasMetadata, type: 'Normal' | 'Warning', reason: string, message: string): void {
    if (this.stopped) return;
    const occurrence = {
      object: referenceTo(object),
      type,
      reason,
      message: shortened(message),
      atMs: this.options.clock.now(),
    };
    const id = occurrenceId(occurrence);
    const waiting = this.pending.get(id);
    if (!waiting) {
      const { namespace = '' } = object.metadata;
      if (!this.places.hasRoom(namespace)) return this.drop(reason);
      this.places.take(namespace);
      this.lines.add(namespace, id);
    }
    this.pending.set(id, { occurrence, times: (waiting?.times ?? 0) + 1 });
    this.sending ??= this.sendAll();
  }

  /** Resolves when all recorded events are sent or dropped. */
  async flush(): Promise<void> {
    await this.sending;
  }

  /** Drops queued and later events. */
  stop(): void {
    this.stopped = true;
    this.pending.clear();
    this.lines = new FairLines();
  }

  /** Logs one line when dropping begins; the count is logged when it ends. */
  private drop(reason: string): void {
    if (this.dropped++ === 0) this.options.logger.warn('event queue full, dropping events', { reason });
  }

  private async sendAll(): Promise<void> {
    for (let next = this.shift(); next; next = this.shift()) {
      try {
        await this.send(next.id, next.pending);
      } catch (error) {
        this.options.logger.warn('could not record an event', {
          reason: next.pending.occurrence.reason,
          error: loggedFailure(error),
        });
      }
    }
    this.sending = undefined;
    if (this.dropped > 0) {
      this.options.logger.warn('events were dropped', { count: this.dropped });
      this.dropped = 0;
    }
  }

  private shift(): { readonly id: string; readonly pending: Pending } | undefined {
    const id = this.lines.next();
    if (id === undefined) return undefined;
    const pending = this.pending.get(id)!;
    this.pending.delete(id);
    this.places.release(pending.occurrence.object.metadata.namespace ?? '');
    return { id, pending };
  }

  private async send(id: string, { occurrence, times }: Pending): Promise<void> {
    const known = this.known.get(id);
    if (known && occurrence.atMs - known.sinceMs < COUNT_WINDOW_MS) {
      if (await this.raise(known, occurrence, times)) return this.remember(id, known);
    }
    const { component, defaultNamespace, events } = this.options;
    const serial = `${occurrence.atMs.toString(16)}${(this.serial++ & 0xffff).toString(16).padStart(4, '0')}`;
    const event = { ...eventOf(occurrence, component, defaultNamespace, serial), count: times };
    const created = await events.create(event);
    this.remember(id, { key: keyOf(created), sinceMs: occurrence.atMs, count: times });
  }

  /** False when the Event has expired meanwhile. */
  private async raise(known: Known, occurrence: Occurrence, times: number): Promise<boolean> {
    const count = known.count + times;
    try {
      const lastTimestamp = formatTime(occurrence.atMs);
      await this.options.events.patch(known.key, 'merge', { count, lastTimestamp });
    } catch (err) {
      if (err instanceof ApiError && err.reason === 'NotFound') return false;
      throw err;
    }
    known.count = count;
    return true;
  }

  private remember(id: string, known: Known): void {
    this.known.delete(id);
    this.known.set(id, known);
    if (this.known.size <= (this.options.maxKnown ?? 4096)) return;
    const oldest = this.known.keys().next();
    if (oldest.done !== true) this.known.delete(oldest.value);
  }
}
