import { join } from 'node:path';
import { tsChild, type TsChild } from '../../support/ts-child.js';
import { addToCorpus } from '../corpus.js';
import { runWatched } from '../watched-thread.js';
import { SLOW_TARGETS } from './slow-targets.js';

/** How long each target gets. Unset: its seeds and some dozen inputs made of them, the same each time. */
const SECONDS = Number(process.env['ORCH_FUZZ_SECONDS'] ?? 0);
const SEED = Number(process.env['FC_SEED'] ?? (SECONDS > 0 ? Date.now() % 2 ** 31 : 20_261_122));
const CORPUS = join(__dirname, '..', 'corpus');

describe('CPU time of what clients send', () => {
  let child: TsChild;
  beforeAll(() => (child = tsChild(join(__dirname, 'slow.child.ts'), ['yaml'])));

  it.each(SLOW_TARGETS.map(({ name }) => name))(
    '%s holds the event loop for 50 ms of CPU time at most',
    async (target) => {
      const { inputs, failure } = await runWatched(child, {
        target,
        corpus: CORPUS,
        seed: SEED,
        budgetMs: SECONDS * 1_000,
      });
      if (SECONDS > 0) process.stderr.write(`${target}: ${inputs} inputs, seed ${SEED}\n`);
      if (!failure) return;
      const file = addToCorpus(CORPUS, target, failure.input);
      const shown = Buffer.from(failure.input).toString().slice(0, 500);
      throw new Error(`${failure.message}\ninput, kept in ${file}:\n${shown}`);
    },
    SECONDS * 1_000 + 300_000,
  );
});
