import { embeddedTopology } from './consistency/embedded-topology.js';
import { redisTopology } from './consistency/redis-topology.js';
import type { Topology } from './consistency/topology.js';
import { runCustomKinds } from './custom-kinds/run-custom-kinds.js';

/** Of all fault runs together. */
const SECONDS = Number(process.env.ORCH_FAULTS_SECONDS ?? 120);
const SEED = Number(process.env.ORCH_FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
/** Violations that are shown. */
const MOST_SHOWN = 8;

const modes: { name: string; share: number; open: () => Promise<Topology> }[] = [
  { name: 'embedded', share: 0.1, open: embeddedTopology },
  { name: 'redis', share: 0.15, open: redisTopology },
];

describe('custom kinds whose definition changes under load while servers fail', () => {
  it.each(modes)(
    'lose no object and serve none by an older schema: $name, ' + `ORCH_FAULTS_SEED=${SEED}`,
    async ({ name, share, open }) => {
      const topology = await open();
      try {
        const run = await runCustomKinds(topology, SECONDS * share, SEED);
        const { violations, operations, changes, recreations, faults } = run;
        process.stderr.write(
          `\n${name}, seed ${SEED}: ${operations} operations, ${changes} changes and ${recreations} recreations of the definition\n` +
            faults.map((fault) => `  ${fault}\n`).join(''),
        );
        expect(violations.slice(0, MOST_SHOWN)).toEqual([]);
        expect(changes).toBeGreaterThan(0);
      } finally {
        await topology.stop();
      }
    },
    (SECONDS + 400) * 1_000,
  );
});
