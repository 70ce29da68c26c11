import { join } from 'node:path';
import { tsChild, type TsChild } from '../support/ts-child.js';
import { addToCorpus } from './corpus.js';
import { FUZZ_TARGETS } from './targets/targets.js';
import { runWatched } from './watched-thread.js';

/** How long each target gets. Unset: one round of some hundred inputs with a fixed seed. */
const SECONDS = Number(process.env['ORCH_FUZZ_SECONDS'] ?? 0);
const SEED = Number(process.env['FC_SEED'] ?? (SECONDS > 0 ? Date.now() % 2 ** 31 : 20_261_121));
const CORPUS = join(__dirname, 'corpus');

describe('untrusted input', () => {
  let child: TsChild;
  beforeAll(() => (child = tsChild(join(__dirname, 'fuzz.child.ts'), [])));

  it.each(FUZZ_TARGETS.map(({ name }) => name))(
    '%s refuses or reads, and neither hangs nor fails nor remembers',
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
      const shown = Buffer.from(failure.input).toString().slice(0, 2_000);
      throw new Error(`${failure.message}\ninput, kept in ${file}:\n${shown}`);
    },
    SECONDS * 1_000 + 120_000,
  );
});
