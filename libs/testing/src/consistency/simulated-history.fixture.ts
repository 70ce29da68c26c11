import type { History } from './check-history.js';
import type { Content, Found, Operation, Outcome, Request } from './history.js';
import type { EventStep, WatchStep } from './watch-history.js';

/** Defects of the simulated store; each occurs once in a history. */
export const defects = [
  'loses an acknowledged write',
  'loses an acknowledged write later',
  'reads what was overwritten',
  'lists what was overwritten',
  'does a refused write',
  'does two writes that expect the same version',
  'patches an old object',
  'gives a version twice',
  'gives an older version',
  'leaves an event out of all watches',
  'leaves a deletion out of all watches',
  'shows two objects for one version',
  'sends an event twice',
  'leaves an event out of one watch',
  'swaps two events',
  'sends an event before its write began',
  'sends an event with old content',
  'skips an event where a watch is resumed',
] as const;
export type Defect = (typeof defects)[number];

/** Defects of writes and reads; not in the last operations, after which no client would observe them. */
const ofStore: ReadonlySet<Defect> = new Set(defects.slice(0, 11));

export interface SimulationOptions {
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly actions: number;
  readonly defect?: Defect;
}

const PROCESSES = 4;
const KEYS = ['x', 'y'];
const WATCHERS = 3;

interface Pending {
  readonly operation: Omit<Operation, 'end' | 'outcome'>;
  outcome?: Outcome;
}

interface Commit {
  readonly event: Omit<EventStep, 'at'>;
  /** Time of the acknowledgement; Infinity: not yet. */
  ackedAt: number;
}

interface Watcher {
  readonly name: string;
  readonly steps: WatchStep[];
  position: number | undefined;
  isOpen: boolean;
}

/**
 * Simulates clients of a correct store, or of a store with one defect. `isWrong`: the defect occurred.
 * At the end every object is read, and every watch receives all events.
 */
export function simulateHistory(options: SimulationOptions): History & { readonly isWrong: boolean } {
  const simulation = new Simulation(options);
  simulation.run();
  return simulation;
}

class Simulation {
  readonly operations: Operation[] = [];
  readonly journeys: { readonly name: string; readonly steps: WatchStep[] }[] = [];
  isWrong = false;
  #now = 0;
  #version = 10;
  #ids = 0;
  readonly #objects = new Map<string, Found>();
  readonly #known = new Map<string, number>();
  readonly #commits: Commit[] = [];
  readonly #pending: (Pending | undefined)[] = Array<undefined>(PROCESSES).fill(undefined);
  /** Operations of clients that timed out. */
  #adrift: Pending['operation'][] = [];
  #isEnding = false;
  readonly #certain = new Set<string>();
  readonly #watchers: Watcher[];

  constructor(private readonly options: SimulationOptions) {
    this.#watchers = Array.from({ length: WATCHERS }, (_, at) => ({
      name: `w${at}`,
      steps: [],
      position: undefined,
      isOpen: false,
    }));
    this.journeys.push(...this.#watchers);
    for (const watcher of this.#watchers) this.#list(watcher);
  }

  run(): void {
    for (let action = 0; action < this.options.actions; action++) {
      this.#now++;
      if (this.#chance(0.6)) this.#client(this.#below(PROCESSES));
      else this.#watch(this.#watchers[this.#below(WATCHERS)]!);
      if (this.#adrift.length > 0 && this.#chance(0.1)) this.#apply(this.#adrift.shift()!, true);
    }
    for (let process = 0; process < PROCESSES; process++) while (this.#pending[process]) this.#step(process);
    this.#isEnding = true;
    for (const key of KEYS) this.#ask(key, { kind: 'read' });
    this.#ask('end', { kind: 'create' });
    for (const watcher of this.#watchers) {
      if (!watcher.isOpen) this.#open(watcher);
      while (this.#deliver(watcher));
    }
  }

  #ask(key: string, request: Request): void {
    this.#begin(0, key, request);
    this.#certain.add(this.#pending[0]!.operation.id);
    while (this.#pending[0]) this.#step(0);
  }

  #client(process: number): void {
    if (this.#pending[process]) this.#step(process);
    else this.#begin(process, KEYS[this.#below(KEYS.length)]!, this.#request(KEYS[0]!));
  }

  #request(key: string): Request {
    const expected = { expected: this.#known.get(key) ?? 3 };
    switch (this.#below(6)) {
      case 0:
        return { kind: 'create' };
      case 1:
        return { kind: 'delete', ...(this.#chance(0.15) && expected) };
      case 2:
        return { kind: 'replace', ...(this.#chance(0.5) && expected) };
      case 3:
        return { kind: 'patch', field: this.#chance(0.5) ? 'a' : 'b', ...(this.#chance(0.15) && expected) };
      default:
        return { kind: 'read' };
    }
  }

  #begin(process: number, key: string, request: Request): void {
    const known = this.#known.get(key);
    const withKnown = 'expected' in request ? { ...request, expected: known ?? 3 } : request;
    const id = `o${this.#ids++}`;
    const operation = { id, process: `p${process}`, replica: 'r', key, request: withKnown, start: this.#now };
    this.#pending[process] = { operation };
  }

  #step(process: number): void {
    this.#now++;
    const pending = this.#pending[process]!;
    const { operation } = pending;
    if (this.#chance(0.05) && !this.#certain.has(operation.id) && this.options.defect !== defects[1]) {
      this.#pending[process] = undefined;
      if (pending.outcome === undefined && operation.request.kind !== 'read') this.#adrift.push(operation);
      this.operations.push({ ...operation, end: Infinity, outcome: { is: 'unknown', why: 'no answer' } });
      return;
    }
    if (pending.outcome === undefined) {
      const wasWrong = this.isWrong;
      pending.outcome = this.#apply(operation);
      // A wrong response must arrive: otherwise it might not be observable.
      if (this.isWrong !== wasWrong) this.#certain.add(operation.id);
      return;
    }
    const { outcome } = pending;
    this.#pending[process] = undefined;
    this.operations.push({ ...operation, end: this.#now, outcome });
    if (operation.request.kind === 'read' || outcome.is !== 'done' || !outcome.found) return;
    this.#known.set(operation.key, outcome.found.version);
    const { version } = outcome.found;
    for (const commit of this.#commits)
      if (commit.event.version === version) commit.ackedAt = Math.min(commit.ackedAt, this.#now);
    if (
      !this.#isEnding &&
      this.#commits.at(-1)?.event.version === version &&
      this.#fires('loses an acknowledged write later')
    ) {
      this.#objects.delete(operation.key);
      this.#commits.pop();
      this.#version += 5;
      for (const watcher of this.#watchers) this.#relist(watcher);
    }
  }

  #apply(operation: Pending['operation'], isAdrift = false): Outcome {
    const { id, key, request } = operation;
    const current = this.#objects.get(key);
    if (request.kind === 'read') {
      const [before, last] = this.#commits.filter(({ event }) => event.key === key).slice(-2);
      if (before && last && before.event.type !== 'DELETED' && last.ackedAt < operation.start)
        if (this.#fires('reads what was overwritten'))
          return { is: 'done', found: { version: before.event.version, content: before.event.content } };
      return current ? { is: 'done', found: current } : { is: 'absent' };
    }
    if (request.kind === 'create') {
      if (current) {
        if (this.#fires('does a refused write')) this.#commit(key, 'MODIFIED', { last: id, a: id, b: id });
        return { is: 'exists' };
      }
      return this.#done(key, 'ADDED', { last: id, a: id, b: id }, isAdrift);
    }
    if (!current) return { is: 'absent' };
    if (request.expected !== undefined && request.expected !== current.version) {
      if (request.kind === 'delete' || !this.#fires('does two writes that expect the same version'))
        return { is: 'conflict' };
    }
    if (request.kind === 'delete') {
      this.#version++;
      this.#objects.delete(key);
      if (!this.#fires('leaves a deletion out of all watches'))
        this.#log(key, 'DELETED', current.content, this.#version);
      return { is: 'done' };
    }
    if (request.kind === 'replace') return this.#done(key, 'MODIFIED', { last: id, a: id, b: id }, isAdrift);
    const other = request.field === 'a' ? 'b' : 'a';
    const isOther = current.content[other] !== 'old';
    const base =
      isOther && this.#fires('patches an old object') ? { ...current.content, [other]: 'old' } : current.content;
    return this.#done(key, 'MODIFIED', { ...base, last: id, [request.field]: id }, isAdrift);
  }

  #done(
    key: string,
    type: 'ADDED' | 'MODIFIED',
    content: Content,
    isAdrift: boolean,
  ): Outcome & { readonly is: 'done' } {
    if (!isAdrift && this.#fires('loses an acknowledged write'))
      return { is: 'done', found: { version: ++this.#version, content } };
    const found = this.#commit(key, type, content, isAdrift);
    return { is: 'done', found };
  }

  #commit(key: string, type: 'ADDED' | 'MODIFIED', content: Content, isAdrift = false): Found {
    const acked = this.#commits.filter(({ ackedAt }) => ackedAt < Infinity);
    const last = acked.at(-1)?.event.version;
    const isLast = last === this.#version;
    let version = this.#version + 1;
    if (isLast && acked.at(-1)!.event.key !== key && this.#fires('gives a version twice')) version = last;
    else if (isLast && last > 12 && this.#fires('gives an older version')) version = last - 1;
    else if (!isAdrift && this.#commits.length > 0 && this.#fires('leaves an event out of all watches')) {
      this.#version = version;
      this.#objects.set(key, { version, content });
      return { version, content };
    }
    this.#version = Math.max(this.#version, version);
    this.#objects.set(key, { version, content });
    this.#log(key, type, content, version);
    return { version, content };
  }

  #log(key: string, type: EventStep['type'], content: Content, version: number): void {
    const commit = { event: { is: 'event', type, key, content, version } as const, ackedAt: Infinity };
    this.#commits.push(commit);
  }

  #watch(watcher: Watcher): void {
    if (!watcher.isOpen) {
      this.#open(watcher);
      return;
    }
    switch (this.#below(8)) {
      case 0:
        watcher.steps.push({ is: 'ended', why: 'cut', at: this.#now });
        watcher.isOpen = false;
        return;
      case 1:
        if (this.#left(watcher).length === 0) {
          watcher.position = Math.max(watcher.position!, this.#version);
          watcher.steps.push({ is: 'bookmark', version: watcher.position, at: this.#now });
        }
        return;
      case 2:
        // One watch is never interrupted: changes without any watch cannot be checked.
        if (watcher !== this.#watchers[0] && this.#chance(0.2)) this.#relist(watcher);
        return;
      default:
        this.#deliver(watcher);
    }
  }

  #relist(watcher: Watcher): void {
    watcher.steps.push({ is: 'gone', at: this.#now });
    this.#list(watcher);
  }

  #list(watcher: Watcher): void {
    const items = new Map([...this.#objects].map(([key, found]) => [key, { key, ...found }]));
    let version = this.#version;
    const last = this.#commits.at(-1);
    const isOld = last && last.event.type !== 'DELETED' && last.ackedAt < this.#now && last.event.version === version;
    if (isOld && this.#fires('lists what was overwritten')) {
      const before = this.#commits.filter(({ event }) => event.key === last.event.key).at(-2)?.event;
      items.delete(last.event.key);
      if (before && before.type !== 'DELETED') items.set(before.key, before);
      version -= this.#chance(0.5) ? 1 : 0;
    }
    watcher.steps.push({
      is: 'listed',
      replica: 'r',
      version,
      items: [...items.values()],
      start: this.#now,
      at: this.#now,
    });
    watcher.position = version;
    watcher.isOpen = false;
  }

  #open(watcher: Watcher): void {
    watcher.steps.push({ is: 'opened', replica: 'r', from: watcher.position!, at: this.#now });
    watcher.isOpen = true;
    const next = this.#left(watcher)[0];
    if (next && this.#left(watcher).length > 1 && this.#fires('skips an event where a watch is resumed')) {
      watcher.position = next.event.version;
      this.#deliver(watcher);
    }
  }

  #left(watcher: Watcher): Commit[] {
    return this.#commits.filter(({ event }) => event.version > watcher.position!);
  }

  /** Sends the next event. Returns false when there is none. */
  #deliver(watcher: Watcher): boolean {
    const [next, second] = this.#left(watcher);
    if (!next) return false;
    const send = ({ event }: Commit, content = event.content, at = this.#now) =>
      watcher.steps.push({ ...event, content, at });
    watcher.position = next.event.version;
    if (second && this.#fires('leaves an event out of one watch')) {
      send(second);
      watcher.position = second.event.version;
    } else if (second && this.#fires('swaps two events')) {
      send(second);
      send(next);
      watcher.position = second.event.version;
    } else if (next.event.type === 'ADDED' && this.#fires('sends an event before its write began'))
      send(next, undefined, Number(-1));
    else if (next.event.type === 'MODIFIED' && this.#fires('sends an event with old content'))
      send(next, { ...next.event.content, a: 'o-old', b: 'o-old' });
    else if (
      next.ackedAt < Infinity &&
      next.event.type !== 'DELETED' &&
      this.#fires('shows two objects for one version')
    )
      send(next, { last: 'o0', a: 'o0', b: 'o-other' });
    else send(next);
    if (this.#fires('sends an event twice')) send(next);
    return true;
  }

  /** Does not always trigger at the first occasion, so that a defect can occur anywhere. */
  #fires(defect: Defect): boolean {
    if (this.options.defect !== defect || this.isWrong || (this.#isEnding && ofStore.has(defect)) || !this.#chance(0.2))
      return false;
    this.isWrong = true;
    return true;
  }

  #chance(of: number): boolean {
    return this.options.random() < of;
  }

  #below(most: number): number {
    return Math.floor(this.options.random() * most);
  }
}
