import { join } from 'node:path';
import { tsChild } from '../../support/ts-child.js';
import { runWatched } from '../watched-thread.js';

/** Kinds, such as `Pod|Service` or `.*`, of which all bodies are written. Unset: some hundred bodies of all kinds, the same each time. */
const KINDS = process.env['ORCH_FUZZ_SIZES'] ?? '';
const MOST_MS = KINDS === '' ? 300_000 : 6 * 3_600_000;

describe('writes of built-in kinds', () => {
  it(
    'hold the event loop for 50 ms of CPU time at most, whatever parts of a body are large',
    async () => {
      const child = tsChild(join(__dirname, 'sizes.child.ts'), ['lmdb', 'yaml']);
      const { inputs, failure } = await runWatched(child, { target: KINDS, corpus: '', seed: 0, budgetMs: 0 });
      if (KINDS !== '') process.stderr.write(`sizes: ${inputs} writes\n`);
      if (failure) throw new Error(`${failure.input as string}\n${failure.message}`);
      if (KINDS === '') expect(inputs).toBeGreaterThan(500);
    },
    MOST_MS,
  );
});
