import { setTimeout as pause } from 'node:timers/promises';
import type { WatchStep } from '@orch/testing';
import { COLLECTION, foundIn, type ConfigMap, type Status } from './config-map.js';
import type { Dice } from './dice.js';
import { list, readsOf } from './listing.js';
import type { Recording } from './recording.js';
import { Requester } from './requester.js';
import type { Replica } from './topology.js';

const TIMEOUT_MS = 5_000;
/** A watch is left after a time in this range and resumed elsewhere. Unit: milliseconds. */
const STAY_MS = { least: 200, most: 8_000 };

/** Follows all objects: lists, watches, goes on at any replica where it was when a watch ends. */
export class WatchingClient {
  readonly #requester = new Requester(TIMEOUT_MS);
  readonly #steps: WatchStep[];
  #position: number | undefined;

  /** @param from where to begin. Absent: at a list. */
  constructor(
    private readonly name: string,
    private readonly recording: Recording,
    private readonly replicas: readonly Replica[],
    private readonly keys: ReadonlySet<string>,
    private readonly dice: Dice,
    from?: number,
  ) {
    this.#steps = recording.journey(name);
    this.#position = from;
  }

  /** All events up to this version have been received. */
  get position(): number {
    return this.#position ?? 0;
  }

  /** Until it is stopped, or has received all events up to the version that `until` gives. */
  async follow(signal: AbortSignal, until: () => number = () => Infinity): Promise<void> {
    while (!signal.aborted && this.position < until()) {
      if (this.#position === undefined) await this.list();
      else await this.watch(signal, until);
      await pause(this.dice.between(0, 200));
    }
    this.#requester.close();
  }

  private async list(): Promise<void> {
    const step = await list(this.#requester, this.replicas, this.keys, this.recording, this.dice);
    if (!step) return;
    this.#steps.push(step);
    this.recording.operations.push(...readsOf(step, this.name, this.keys, this.recording));
    this.#position = step.version;
  }

  private async watch(signal: AbortSignal, until: () => number): Promise<void> {
    const replica = this.dice.pick(this.replicas);
    const stayMs = this.dice.between(STAY_MS.least, STAY_MS.most);
    const mayEnd = this.dice.chance(0.3) ? `&timeoutSeconds=${Math.ceil(stayMs / 1_000)}` : '';
    const path = `${COLLECTION}?watch=true&allowWatchBookmarks=true&resourceVersion=${this.#position}${mayEnd}`;
    const leave = AbortSignal.any([signal, AbortSignal.timeout(stayMs)]);
    try {
      const response = await this.#requester.open(replica.port, { method: 'GET', path }, leave);
      response.setEncoding('utf8');
      if (response.statusCode !== 200) {
        let text = '';
        for await (const piece of response) text += String(piece);
        this.refused(response.statusCode!, text, replica);
        return;
      }
      this.#steps.push({ is: 'opened', replica: replica.name, from: this.#position!, at: this.recording.now() });
      let rest = '';
      for await (const piece of response) {
        const lines = (rest + String(piece)).split('\n');
        rest = lines.pop()!;
        for (const line of lines) if (!this.take(JSON.parse(line) as WatchEvent, replica)) return;
        if (this.position >= until()) break;
      }
      this.end('the server ended it');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.end(leave.aborted ? 'left' : (code ?? message));
    }
  }

  private refused(code: number, text: string, replica: Replica): void {
    if (code === 410) this.gone();
    else {
      this.end(`${code}`);
      if (![429, 503, 504].includes(code)) this.recording.odd(replica.name, { watch: this.#position, code, text });
    }
  }

  /** Whether the watch goes on. */
  private take({ type, object }: WatchEvent, replica: Replica): boolean {
    const at = this.recording.now();
    if (type === 'ERROR') {
      this.refused((object as Status).code ?? 0, JSON.stringify(object), replica);
      return false;
    }
    const { metadata } = object as ConfigMap;
    this.#position = Number(metadata.resourceVersion);
    if (type === 'BOOKMARK') this.#steps.push({ is: 'bookmark', version: this.#position, at });
    else if (this.keys.has(metadata.name))
      this.#steps.push({ is: 'event', type, key: metadata.name, ...foundIn(object as ConfigMap), at });
    return true;
  }

  private end(why: string): void {
    this.#steps.push({ is: 'ended', why, at: this.recording.now() });
  }

  private gone(): void {
    this.#steps.push({ is: 'gone', at: this.recording.now() });
    this.#position = undefined;
  }
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: ConfigMap | Status;
}
