import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { tsChild, type TsChild } from '../../support/ts-child.js';
import type { SweepOrder, SweepReport } from './sweep.child.js';

/** Every combination, for an hour or more; if not, two for each feature. */
const IS_COMPLETE = process.env['ORCH_FUZZ_SWEEP'] === 'complete';
const PARTS = 2;
/** Of one thread. What an object of half a megabyte may take is far less. */
const MAX_MEMORY_MIB = 512;

describe('writes of hostile custom objects', () => {
  let child: TsChild;
  beforeAll(() => (child = tsChild(join(__dirname, 'sweep.child.ts'), ['lmdb', 'rxjs', 'yaml'])));

  async function sweep(part: number): Promise<SweepReport> {
    const order: SweepOrder = { isComplete: IS_COMPLETE, part, parts: PARTS };
    const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MIB, stackSizeMb: 1 };
    const worker = new Worker(child.file, { workerData: order, resourceLimits, env: child.env });
    const [report] = (await once(worker, 'message')) as [SweepReport];
    await worker.terminate();
    return report;
  }

  it(
    'hold the event loop for 50 ms of CPU time at most, in each feature of schemas',
    async () => {
      const reports = await Promise.all(Array.from({ length: PARTS }, (_, part) => sweep(part)));
      const sum = (of: 'cases' | 'writes'): number => reports.reduce((all, report) => all + report[of], 0);
      if (IS_COMPLETE) process.stderr.write(`${sum('cases')} cases, ${sum('writes')} writes\n`);
      expect(reports.flatMap(({ found }) => found)).toEqual([]);
    },
    IS_COMPLETE ? 8 * 3_600_000 : 300_000,
  );
});
