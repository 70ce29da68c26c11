import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlledPlane, type ControlledPlane } from './controllers/controlled-plane.js';
import { runControllers } from './controllers/run-controllers.js';
import { Dice } from './consistency/dice.js';

/** Of all fault runs together. */
const SECONDS = Number(process.env.ORCH_FAULTS_SECONDS ?? 120);
const SEED = Number(process.env.ORCH_FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
/** Of each run: a minute in its short form, ten in its long form. */
const RUN_SECONDS = Math.min(600, SECONDS / 2);
/** About 20 objects each. */
const CELLS = Math.max(10, Math.round(RUN_SECONDS * Number(process.env.ORCH_FAULTS_CELLS_PER_SECOND ?? 0.5)));
/** What memory may grow by between the second and the last quarter of a run. */
const GROWTH = 1.2;
const SLACK_MIB = 40;
/** Violations that are shown. */
const MOST_SHOWN = 12;

const modes = [
  { name: 'one process', replicas: 1 },
  { name: 'three processes that share work queues', replicas: 3 },
];

describe('controllers while API servers, watches, requests, replicas and work queues fail', () => {
  it.each(modes)(
    'do all of their work in the end, once, and remove no finalizer too early: $name, ' + `ORCH_FAULTS_SEED=${SEED}`,
    async ({ name, replicas }) => {
      const plane = await startControlledPlane(replicas, new Dice(SEED));
      try {
        const run = await runControllers(plane, { seconds: RUN_SECONDS, cells: CELLS, seed: SEED });
        process.stderr.write(`\n${name}, seed ${SEED}, ${RUN_SECONDS} s:\n${run.report}`);
        if (run.broken.length + run.unmet.length > 0) await keepLogs(plane);
        expect(run.broken.slice(0, MOST_SHOWN)).toEqual([]);
        expect(run.unmet.slice(0, MOST_SHOWN)).toEqual([]);
        if (replicas === 1) expect(run.memory.late).toBeLessThan(run.memory.early * GROWTH + SLACK_MIB);
      } finally {
        await plane.stop();
      }
    },
    (RUN_SECONDS + 1_200) * 1_000,
  );
});

/** Logs of a run that failed, in `coverage/faults/SEED-controllers/`. */
async function keepLogs({ replicas }: ControlledPlane): Promise<void> {
  const folder = join(__dirname, '../../coverage/faults', `${SEED}-controllers`);
  await mkdir(folder, { recursive: true });
  for (const replica of replicas) await writeFile(join(folder, `${replica.name}.log`), replica.log());
}
