import { setTimeout as pause } from 'node:timers/promises';
import { createPrivateKeyAndRequest } from '@orch/pki';
import { Dice } from '../consistency/dice.js';
import { Cell } from './cell.js';
import { NODE } from './cell-objects.js';
import type { ControlledPlane } from './controlled-plane.js';
import { Journal } from './journal.js';
import { followMemory, memoryTrend } from './memory.js';
import { PatientWriter } from './patient-writer.js';
import { makePlaneFaults } from './plane-faults.js';
import { brokenPromises } from './promises.js';
import { remains, unmetWishes } from './unmet-wishes.js';

/** Clients that create, change and delete cells. */
const CLIENTS = 4;
/** How long controllers may take when nothing is wrong any more: keys that failed wait for their backoff, of a minute at most. Unit: milliseconds. */
const CONVERGENCE_MS = 1_000 * Number(process.env.ORCH_FAULTS_CONVERGENCE_SECONDS ?? 180);

/** What a run has done, and what contradicts the promises. */
export interface ControllersRun {
  /** What controllers have not done in the end. */
  readonly unmet: readonly string[];
  readonly broken: readonly string[];
  /** Of the first replica. Unit: MiB. */
  readonly memory: { readonly early: number; readonly late: number };
  /** A report for people. */
  readonly report: string;
}

/** Lets controllers work for clients while servers, networks and replicas fail, and looks at the end whether all was done, once. */
export async function runControllers(
  plane: ControlledPlane,
  { seconds, cells, seed }: { readonly seconds: number; readonly cells: number; readonly seed: number },
): Promise<ControllersRun> {
  const dice = new Dice(seed);
  const journal = new Journal(plane.client);
  await journal.ready();
  const crowd = new Crowd(plane, dice.fork());
  try {
    await crowd.begin(cells);
    const ended = AbortSignal.timeout(seconds * 1_000);
    const [made, memory] = await Promise.all([
      makePlaneFaults(plane, ended, dice.fork()),
      followMemory(plane.replicas[0]!, ended),
      plane.api.fail(ended),
      crowd.work(ended),
    ]);
    const began = performance.now();
    const unmet = await converge(crowd.wishes(journal), journal);
    const trend = memoryTrend(memory);
    const report = [
      `${crowd.count} cells, ${journal.lives.size} objects; converged after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
      `memory: ${trend.early} to ${trend.late} MiB; most slices of a service: ${mostSlices(journal)}`,
      `requests: ${JSON.stringify(plane.api.counts)}, writes ${JSON.stringify(plane.api.writes)}`,
      ...plane.replicas.flatMap(({ name, ends }) => ends.map((end) => `${name} ended by itself: ${end}`)),
      ...made,
    ];
    return {
      unmet,
      broken: brokenPromises(journal.lives.values()),
      memory: trend,
      report: report.map((line) => `  ${line}\n`).join(''),
    };
  } finally {
    journal.stop();
  }
}

/** What is left of some part of the work, in words; nothing when it is done. */
type Wish = () => readonly string[];

/**
 * What is left when controllers have done all, or their time is over. After a change only what was not done is looked at, and all of it in the end: this
 * process is also the way to the API server, and would hold up the controllers.
 */
async function converge(wishes: readonly Wish[], journal: Journal): Promise<string[]> {
  const limit = AbortSignal.timeout(CONVERGENCE_MS);
  limit.addEventListener('abort', () => journal.wake());
  const unmet = (among: readonly Wish[]): Wish[] => among.filter((wish) => wish().length > 0);
  let left = unmet(wishes);
  while (left.length > 0 && !limit.aborted) {
    await journal.nextChange();
    left = unmet(left);
    if (left.length === 0) left = unmet(wishes);
  }
  return wishes.flatMap((wish) => wish());
}

/** EndpointSlices that a service ever had, of which each has one in the end. */
function mostSlices(journal: Journal): number {
  const counts = new Map<string, number>();
  for (const { resource, namespace } of journal.lives.values())
    if (resource === 'endpointSlices') counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** All cells of a run, and those that were deleted. */
class Crowd {
  private readonly writer: PatientWriter;
  private readonly deleted: string[] = [];
  private readonly free: Cell[] = [];
  private request = '';
  count = 0;

  constructor(
    plane: ControlledPlane,
    private readonly dice: Dice,
  ) {
    this.writer = new PatientWriter(plane.client);
  }

  /** Creates the cells. */
  async begin(cells: number): Promise<void> {
    const { requestPem } = await createPrivateKeyAndRequest({ commonName: 'faults' });
    this.request = Buffer.from(requestPem).toString('base64');
    await this.writer.create('nodes', NODE);
    const creating = async (): Promise<void> => {
      while (this.count < cells) this.free.push(await this.create());
    };
    await Promise.all(Array.from({ length: CLIENTS }, creating));
  }

  /** Changes, deletes and creates cells, so that there are always as many. */
  async work(ended: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.client(ended)));
  }

  /** What controllers are to do for each cell. */
  wishes(journal: Journal): Wish[] {
    return [
      ...this.free.map((cell) => () => unmetWishes(cell, journal)),
      ...this.deleted.map((name) => () => remains(name, journal)),
    ];
  }

  private async client(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      // Taken: no two clients work on one.
      const [cell] = this.free.splice(this.dice.between(0, this.free.length), 1) as [Cell];
      if (this.dice.chance(0.7)) {
        await cell.touch();
        this.free.push(cell);
      } else {
        await cell.remove();
        this.deleted.push(cell.name);
        this.free.push(await this.create());
      }
      await pause(this.dice.between(20, 300));
    }
  }

  private async create(): Promise<Cell> {
    const number = this.count++;
    const cell = new Cell(`cell-${number}`, number, this.writer, this.dice.fork());
    await cell.create(this.request);
    return cell;
  }
}
