// Run in a thread of its own by custom-sweep.fuzz-spec.ts: makes the writes of all cases, and answers what was found.
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { MeasuredWrites } from './measured-writes.js';
import { sweepCases, type SweepCase } from './sweep-cases.js';
import { SweptKind, apply, create, jsonPatch, mergePatch, update, type Operation } from './swept-kind.js';

/** Input of the thread. */
export interface SweepOrder {
  readonly isComplete: boolean;
  /** Of several threads, each of which takes every `parts`th case. */
  readonly part: number;
  readonly parts: number;
}

/** What it answers. */
export interface SweepReport {
  readonly cases: number;
  readonly writes: number;
  /** One text for each fault. */
  readonly found: readonly string[];
}

/** The cases of one thread. */
class Sweep {
  private readonly writes = new MeasuredWrites();
  private readonly found: string[] = [];
  private cases = 0;
  private count = 0;

  constructor(
    private readonly started: TestRegistry,
    private readonly order: SweepOrder,
  ) {}

  async run(): Promise<SweepReport> {
    const { isComplete, part, parts } = this.order;
    let index = 0;
    for (const make of sweepCases(isComplete)) if (index++ % parts === part) await this.sweep(make());
    this.writes.close();
    return { cases: this.cases, writes: this.count, found: this.found };
  }

  /** Writes a value where there is none, and over one that the schema forbids. */
  private async sweep(one: SweepCase): Promise<void> {
    const kind = new SweptKind(this.started, `swept${this.cases++}`, one.schema);
    const [sent, changed] = [kind.object('a', one.value), kind.object('a', one.other)];
    await kind.serve();
    await this.measure(kind, one, create(sent));
    const stored = await this.storedUnderAnySchema(kind, sent);
    const operations = [
      update('a', kind.object('a', one.value, { labels: { a: 'b' } })),
      mergePatch('a', { spec: { swept: one.other } }),
      apply('a', changed, false),
    ];
    if (this.order.isComplete)
      operations.push(
        apply('a', changed, true),
        jsonPatch('a', [{ op: 'replace', path: '/spec/swept', value: one.other }]),
      );
    if (stored) for (const operation of operations) await this.measure(kind, one, operation, stored);
    kind.withdraw();
  }

  /** Undefined: no schema allows it. */
  private async storedUnderAnySchema(kind: SweptKind, value: unknown): Promise<Uint8Array | undefined> {
    await kind.serve(true);
    try {
      const { bytes } = await kind.store.writer.create(testWrite('default'), { value, duplicateFields: [] });
      return bytes;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    } finally {
      await kind.serve();
    }
  }

  private async measure(kind: SweptKind, one: SweepCase, operation: Operation, stored?: Uint8Array): Promise<void> {
    this.count++;
    try {
      const cpuMs = await this.writes.longestTurn(kind, operation, stored);
      if (cpuMs > 0) this.found.push(`${one.name}: ${operation.name} takes a turn of ${cpuMs.toFixed(0)} ms`);
    } catch (error) {
      this.found.push(`${one.name}: ${operation.name} fails: ${(error as Error).stack ?? String(error)}`);
    }
  }
}

async function main(): Promise<void> {
  const started = await startTestRegistry({ vocabulary: 'kubernetes', kinds: [] });
  const report = await new Sweep(started, workerData as SweepOrder).run();
  await started.close();
  parentPort!.postMessage(report);
}

void main();
