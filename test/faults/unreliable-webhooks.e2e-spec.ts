import { embeddedTopology } from './consistency/embedded-topology.js';
import { redisTopology } from './consistency/redis-topology.js';
import type { Topology } from './consistency/topology.js';
import { runUnreliableWebhooks } from './unreliable-webhooks/run-unreliable-webhooks.js';

/** Of all fault runs together. */
const SECONDS = Number(process.env.ORCH_FAULTS_SECONDS ?? 120);
const SEED = Number(process.env.ORCH_FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
/** Violations that are shown. */
const MOST_SHOWN = 8;

const modes: { name: string; share: number; open: () => Promise<Topology> }[] = [
  { name: 'embedded', share: 0.1, open: embeddedTopology },
  { name: 'redis', share: 0.1, open: redisTopology },
];

describe('writes that webhooks review while webhooks and servers fail', () => {
  it.each(modes)(
    'are stored only reviewed with Fail, and not refused or lost with Ignore: $name, ' + `ORCH_FAULTS_SEED=${SEED}`,
    async ({ name, share, open }) => {
      const topology = await open();
      try {
        const { violations, writes, answers, faults } = await runUnreliableWebhooks(topology, SECONDS * share, SEED);
        process.stderr.write(
          `\n${name}, seed ${SEED}: ${JSON.stringify(writes)}, answers ${JSON.stringify(answers)}\n` +
            faults.map((fault) => `  ${fault}\n`).join(''),
        );
        expect(violations.slice(0, MOST_SHOWN)).toEqual([]);
        // Webhooks have failed, and answered.
        expect(writes.Fail.acknowledged).toBeGreaterThan(0);
        expect(writes.Fail.refused).toBeGreaterThan(0);
        expect(writes.Ignore.unreviewed).toBeGreaterThan(0);
      } finally {
        await topology.stop();
      }
    },
    (SECONDS + 400) * 1_000,
  );
});
