import { clockTopology } from './consistency/clock-topology.js';
import { keepHistory } from './consistency/keep-history.js';
import { embeddedTopology } from './consistency/embedded-topology.js';
import { redisTopology } from './consistency/redis-topology.js';
import { runFaults } from './consistency/run-faults.js';
import { sentinelTopology } from './consistency/sentinel-topology.js';
import type { Topology } from './consistency/topology.js';

/** Of all modes together. */
const SECONDS = Number(process.env.ORCH_FAULTS_SECONDS ?? 120);
const SEED = Number(process.env.ORCH_FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
/** Violations that are shown in full. */
const MOST_SHOWN = 5;

const modes: { name: string; share: number; open: () => Promise<Topology> }[] = [
  { name: 'embedded', share: 0.1, open: embeddedTopology },
  { name: 'redis', share: 0.35, open: redisTopology },
  { name: 'sentinel', share: 0.2, open: () => sentinelTopology(1) },
  { name: 'sentinel-all', share: 0.2, open: () => sentinelTopology(2) },
  { name: 'clocks', share: 0.15, open: clockTopology },
];

describe('clients under faults see one store that loses nothing', () => {
  it.each(modes)(
    `$name, ORCH_FAULTS_SEED=${SEED}`,
    async ({ name, share, open }) => {
      const topology = await open();
      try {
        const run = await runFaults(topology, SECONDS * share, SEED);
        const { operations, journeys } = run.recording;
        process.stderr.write(
          `\n${name}, seed ${SEED}: ${operations.length} operations, ${journeys.length} watchers\n${run.statistics}\n`,
        );
        if (run.violations.length === 0) return;
        const folder = keepHistory(`${SEED}-${name}`, run, topology);
        const shown = run.violations.slice(0, MOST_SHOWN).map(({ rule, text }) => `${rule}: ${text}`);
        throw new Error(`${run.violations.length} violations, all in ${folder}\n\n${shown.join('\n\n')}`);
      } finally {
        await topology.stop();
      }
    },
    (SECONDS + 400) * 1_000,
  );
});
