import type { UserInfo } from '@orch/api';

const ADMINISTRATORS = 'system:masters';

/** Whose work it is. */
export interface Flow {
  readonly name: string;
  /** Goes first, and is never refused. */
  readonly exempt: boolean;
}

/** Work of the server itself. */
export const OWN_FLOW: Flow = { name: '', exempt: true };

/** Each user is a flow; administrators are exempt, as they are from priority levels. */
export const flowOf = ({ username, groups }: UserInfo): Flow => ({
  name: username,
  exempt: groups.includes(ADMINISTRATORS),
});

export interface QueueLimits {
  /** Items of all flows. A flow with none may add its first beyond that, up to four times as many in all. */
  readonly total: number;
  /** Items of one flow. */
  readonly perFlow: number;
}

/** A bounded queue in which flows take turns, so that none keeps the others waiting for more than one of its items each. */
export class FairQueue<T> {
  private readonly exempt: T[] = [];
  /** In the order of their turns. */
  private readonly flows = new Map<string, T[]>();
  private count = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Adds an item at the end of its flow. False: its flow, or the whole queue, is full. */
  push({ name, exempt }: Flow, item: T): boolean {
    if (exempt) {
      this.exempt.push(item);
      return true;
    }
    const { total, perFlow } = this.limits;
    const items = this.flows.get(name);
    if (items ? items.length >= perFlow || this.count >= total : this.count >= 4 * total) return false;
    if (items) items.push(item);
    else this.flows.set(name, [item]);
    this.count++;
    return true;
  }

  /** Takes the next item. */
  shift(): T | undefined {
    if (this.exempt.length > 0) return this.exempt.shift();
    const [turn] = this.flows;
    if (!turn) return undefined;
    const [name, items] = turn;
    const item = items.shift();
    this.flows.delete(name);
    if (items.length > 0) this.flows.set(name, items);
    this.count--;
    return item;
  }

  /** Takes an item out of its turn. */
  remove({ name, exempt }: Flow, item: T): void {
    const items = exempt ? this.exempt : (this.flows.get(name) ?? []);
    const at = items.indexOf(item);
    if (at < 0) return;
    items.splice(at, 1);
    if (exempt) return;
    this.count--;
    if (items.length === 0) this.flows.delete(name);
  }

  /** Takes all items. */
  drain(): T[] {
    const all: T[] = [];
    for (let item = this.shift(); item !== undefined; item = this.shift()) all.push(item);
    return all;
  }
}
