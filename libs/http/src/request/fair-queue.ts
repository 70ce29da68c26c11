import type { UserInfo } from '@orch/api';
import { ADMINISTRATORS } from './administrators.js';

/** The flow to which work belongs. */
export interface Flow {
  readonly name: string;
  /** Goes first, and is never rejected. */
  readonly exempt: boolean;
}

/** Work of the server itself. */
export const OWN_FLOW: Flow = { name: '', exempt: true };

const SERVICE_ACCOUNT = /^(system:serviceaccount:[^:]+):/;

/**
 * Each user is a flow, and all service accounts of a namespace share one, since a user who may create one may create
 * hundreds. Administrators are exempt, as from priority levels.
 */
export const flowOf = ({ username, groups }: UserInfo): Flow => ({
  name: SERVICE_ACCOUNT.exec(username)?.[1] ?? username,
  exempt: groups.includes(ADMINISTRATORS),
});

export interface QueueLimits {
  /** Items of all flows. A flow without items may add its first one beyond that, up to four times as many in all. */
  readonly total: number;
  /** Items of one flow. */
  readonly perFlow: number;
}

/** Whether one more item of a flow may wait. @param all number of waiting items. @param own those of the flow. */
export const hasRoom = ({ total, perFlow }: QueueLimits, all: number, own: number): boolean =>
  own > 0 ? own < perFlow && all < total : all < 4 * total;

const anyFlow = (): boolean => true;
const anyItem = (): boolean => true;

/** A waiting item. */
interface Entry<T> {
  readonly item: T;
  readonly signal: AbortSignal | undefined;
  readonly leave: () => void;
}

/** A bounded queue in which flows take turns, so that none blocks the others for more than one of its items. */
export class FairQueue<T> {
  private readonly exempt: Entry<T>[] = [];
  /** In the order of their turns. */
  private readonly flows = new Map<string, Entry<T>[]>();
  private count = 0;

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Adds an item at the end of its flow. False: its flow, or the whole queue, is full.
   * @param signal removes it while it waits; not aborted yet. Undefined: it stays.
   * @param onLeft called after such a removal.
   * @param always whether to add it to a full queue. Default: false.
   */
  push(flow: Flow, item: T, signal: AbortSignal | undefined, onLeft: () => void, always = false): boolean {
    const entry: Entry<T> = {
      item,
      signal,
      leave: () => {
        this.remove(flow, entry);
        onLeft();
      },
    };
    if (!this.add(flow, entry, always)) return false;
    signal?.addEventListener('abort', entry.leave, { once: true });
    return true;
  }

  /**
   * Takes the next item.
   * @param mayTake excludes flows, which keep their places. Default: none.
   * @param isReady excludes items: the next one of the flow goes before them. Default: none.
   */
  shift(mayTake: (flow: string) => boolean = anyFlow, isReady: (item: T) => boolean = anyItem): T | undefined {
    const entry = takeFirst(this.exempt, isReady) ?? this.shiftTurn(mayTake, isReady);
    entry?.signal?.removeEventListener('abort', entry.leave);
    return entry?.item;
  }

  /** Puts a flow last, as when one of its items is taken. For an item that takes long, once it has ended: flows that came meanwhile go first. */
  putLast({ name }: Flow): void {
    const entries = this.flows.get(name);
    if (!entries) return;
    this.flows.delete(name);
    this.flows.set(name, entries);
  }

  /** Takes all items. */
  drain(): T[] {
    const all: T[] = [];
    for (let item = this.shift(); item !== undefined; item = this.shift()) all.push(item);
    return all;
  }

  private add({ name, exempt }: Flow, entry: Entry<T>, always: boolean): boolean {
    if (exempt) {
      this.exempt.push(entry);
      return true;
    }
    const entries = this.flows.get(name);
    if (!always && !hasRoom(this.limits, this.count, entries?.length ?? 0)) return false;
    if (entries) entries.push(entry);
    else this.flows.set(name, [entry]);
    this.count++;
    return true;
  }

  private shiftTurn(mayTake: (flow: string) => boolean, isReady: (item: T) => boolean): Entry<T> | undefined {
    for (const [name, entries] of this.flows) {
      const entry = mayTake(name) ? takeFirst(entries, isReady) : undefined;
      if (!entry) continue;
      this.flows.delete(name);
      if (entries.length > 0) this.flows.set(name, entries);
      this.count--;
      return entry;
    }
    return undefined;
  }

  private remove({ name, exempt }: Flow, entry: Entry<T>): void {
    const entries = exempt ? this.exempt : (this.flows.get(name) ?? []);
    entries.splice(entries.indexOf(entry), 1);
    if (exempt) return;
    this.count--;
    if (entries.length === 0) this.flows.delete(name);
  }
}

function takeFirst<T>(entries: Entry<T>[], isReady: (item: T) => boolean): Entry<T> | undefined {
  const at = entries.findIndex(({ item }) => isReady(item));
  return at === -1 ? undefined : entries.splice(at, 1)[0];
}
