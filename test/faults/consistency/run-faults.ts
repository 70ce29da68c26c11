import { setTimeout as pause } from 'node:timers/promises';
import { checkHistory, type Violation } from '@orch/testing';
import { Dice } from './dice.js';
import type { Fault } from './fault.js';
import { feelPulse } from './pulse.js';
import { RecordingClient } from './recording-client.js';
import { Recording } from './recording.js';
import { Requester } from './requester.js';
import { statistics, type Incident } from './statistics.js';
import type { Replica, Topology } from './topology.js';
import { WatchingClient } from './watching-client.js';

const KEYS = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
/** Written last: a client that has seen it has seen all. */
const MARKER = 'marker';
const CLIENTS = 8;
const FOLLOWERS = 3;
/** Each client rests so long between two operations, at most. Unit: milliseconds. */
const REST_MS = 120;
/** How long a control plane may take to serve again when nothing is wrong any more. Unit: milliseconds. */
const RECOVERY_MS = 90_000;

export interface FaultRun {
  readonly recording: Recording;
  readonly incidents: readonly Incident[];
  readonly violations: readonly Violation[];
  /** A table for people. */
  readonly statistics: string;
}

/** Lets clients work on a control plane while faults happen to it, then looks whether every promise was held. */
export async function runFaults(topology: Topology, seconds: number, seed: number): Promise<FaultRun> {
  const dice = new Dice(seed);
  const recording = new Recording();
  const crowd = new Crowd(topology.replicas, recording, dice.fork());
  const incidents: Incident[] = [];
  const violations: Violation[] = [];
  const feeling = new AbortController();
  let last: number;
  try {
    await crowd.begin();
    const pulses = topology.replicas.map((replica) => feelPulse(replica, () => recording.now(), feeling.signal));
    const end = recording.now() + seconds * 1_000;
    const due = topology.faults.filter(({ always }) => always);
    while (recording.now() < end || due.length > 0) {
      await pause(dice.between(300, 2_500));
      const next = due.shift();
      incidents.push(await happen(next ? [next] : anyOf(topology.faults, dice), recording, dice));
      if (dice.chance(0.8)) violations.push(...(await notBack(topology.replicas)));
      if (violations.length > 0) break;
    }
    violations.push(...(await notBack(topology.replicas)));
    last = recording.now();
    violations.push(...(await crowd.end()));
    feeling.abort();
    violations.push(...(await Promise.all(pulses)).flat());
  } finally {
    crowd.leave();
    feeling.abort();
  }
  for (const { at, to, text } of recording.oddAnswers)
    violations.push({ rule: 'answers are those that clients expect', text: `${to} at ${at.toFixed()} ms: ${text}` });
  violations.push(...checkHistory(recording, topology.allowances));
  return { recording, incidents, violations, statistics: statistics(recording, incidents, last) };
}

/** One fault, sometimes two of different parts. */
function anyOf(faults: readonly Fault[], dice: Dice): Fault[] {
  const first = dice.pick(faults);
  const others = faults.filter(({ part }) => part !== first.part);
  return others.length > 0 && dice.chance(0.2) ? [first, dice.pick(others)] : [first];
}

async function happen(faults: readonly Fault[], recording: Recording, dice: Dice): Promise<Incident> {
  const start = recording.now();
  const what = await Promise.all(faults.map((fault) => fault.happen(dice.fork()).catch(notMade(fault))));
  const fault = faults.length > 1 ? 'two at once' : faults[0]!.name;
  const description = faults.map(({ name }, at) => `${name}: ${what[at]}`).join('; ');
  return { fault, start, healed: recording.now(), what: description };
}

const notMade = (fault: Fault) => (cause: unknown) => {
  throw new Error(`the fault "${fault.name}" could not be made: ${String(cause)}`, { cause });
};

/** Waits until every replica serves, which it must. */
async function notBack(replicas: readonly Replica[]): Promise<Violation[]> {
  const limit = performance.now() + RECOVERY_MS;
  const waits = replicas.map(async ({ name, port }): Promise<Violation[]> => {
    const requester = new Requester(5_000);
    for (let last = ''; ;) {
      const answer = await requester.ask(port, { method: 'GET', path: '/readyz?verbose' });
      if (answer.is === 'answered' && answer.status === 200) {
        requester.close();
        return [];
      }
      last = answer.is === 'answered' ? `${answer.status} ${String(answer.body)}` : answer.why;
      if (performance.now() > limit)
        return [{ rule: 'what was well again serves again', text: `${name} after ${RECOVERY_MS} ms: ${last}` }];
      await pause(200);
    }
  });
  return (await Promise.all(waits)).flat();
}

/** All clients of a run. */
class Crowd {
  private readonly working = new AbortController();
  private readonly watching = new AbortController();
  private readonly work: Promise<void>[] = [];
  private readonly follow: Promise<void>[] = [];
  private readonly followers: WatchingClient[];
  private readonly clients: RecordingClient[];
  private readonly keys = new Set([...KEYS, MARKER]);
  private last = Infinity;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly recording: Recording,
    private readonly dice: Dice,
  ) {
    this.clients = Array.from(
      { length: CLIENTS },
      (_, n) => new RecordingClient(`c${n}`, recording, replicas, dice.fork()),
    );
    this.followers = Array.from(
      { length: FOLLOWERS },
      (_, n) => new WatchingClient(`w${n}`, recording, replicas, this.keys, dice.fork()),
    );
  }

  async begin(): Promise<void> {
    for (const follower of this.followers) this.follow.push(follower.follow(this.watching.signal, () => this.last));
    // Everything is seen: nothing is written before all of them have listed.
    while (this.followers.some(({ position }) => position === 0)) await pause(20);
    for (const client of this.clients) this.work.push(this.clientWorks(client, this.dice.fork()));
    this.work.push(this.visitorsCome(this.dice.fork()));
  }

  /** Ends the work, reads every object at every replica, and lets every watch see all. */
  async end(): Promise<Violation[]> {
    this.working.abort();
    await Promise.all(this.work);
    const [reader] = this.clients;
    for (const replica of this.replicas) for (const key of KEYS) await reader!.perform(key, { kind: 'read' }, replica);
    const last = await this.mark(reader!);
    if (typeof last !== 'number') {
      this.watching.abort();
      await Promise.all(this.follow);
      return [last];
    }
    this.last = last;
    const late = setTimeout(() => this.watching.abort(), RECOVERY_MS);
    await Promise.all(this.follow);
    clearTimeout(late);
    for (const client of this.clients) client.close();
    return this.followers.flatMap(({ position }, n) =>
      position >= this.last
        ? []
        : [{ rule: 'a watch sees all in the end', text: `w${n} is at ${position}, ${this.last} was acknowledged` }],
    );
  }

  /** Lets all end what they do, also when a fault could not be made. */
  leave(): void {
    this.working.abort();
    this.watching.abort();
  }

  /** Writes the marker. Returns its version, or that it could not be written. */
  private async mark(client: RecordingClient): Promise<number | Violation> {
    const limit = performance.now() + RECOVERY_MS;
    for (let last = ''; ;) {
      for (const kind of ['create', 'replace'] as const) {
        const { outcome } = await client.perform(MARKER, { kind });
        if (outcome.is === 'done') return outcome.found!.version;
        last = `${kind}: ${outcome.is}`;
      }
      if (performance.now() > limit)
        return { rule: 'what was well again takes writes again', text: `after ${RECOVERY_MS} ms: ${last}` };
      await pause(200);
    }
  }

  private async clientWorks(client: RecordingClient, dice: Dice): Promise<void> {
    while (!this.working.signal.aborted) {
      const { outcome } = await client.act(KEYS);
      await pause(dice.between(0, outcome.is === 'refused' ? 4 * REST_MS : REST_MS));
    }
  }

  /** Clients that begin to watch at a version that another client saw some time ago, and stay for a moment. */
  private async visitorsCome(dice: Dice): Promise<void> {
    for (let n = 0; !this.working.signal.aborted; n++) {
      await pause(dice.between(200, 1_500));
      const recent = this.recording.operations.slice(-2_000).flatMap(({ outcome }) => {
        return outcome.is === 'done' && outcome.found ? [outcome.found.version] : [];
      });
      if (recent.length === 0) continue;
      const from = dice.pick(recent);
      const visitor = new WatchingClient(`v${n}`, this.recording, this.replicas, this.keys, dice.fork(), from);
      await visitor.follow(AbortSignal.timeout(dice.between(300, 3_000)));
    }
  }
}
