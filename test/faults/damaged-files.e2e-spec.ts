import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { Dice } from './consistency/dice.js';
import { tokenFile } from './consistency/embedded-topology.js';
import { EmbeddedRounds } from './damage/embedded-rounds.js';
import { RedisRounds } from './damage/redis-rounds.js';

/** Time of each store, a part of that of all fault runs. Each kind of damage runs once, also when that takes longer. */
const SECONDS = Number(process.env.ORCH_FAULTS_SECONDS ?? 120) / 6;
const SEED = Number(process.env.ORCH_FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
/** Violations that are shown. */
const MOST_SHOWN = 5;
/** Where every start is refused nothing is read: rounds that must serve, with as many answers of status 200 each. */
const LEAST_SERVED = 2;
const LEAST_ANSWERS = 100;

const stores = [
  { name: 'embedded', prepare: EmbeddedRounds.prepare.bind(EmbeddedRounds) },
  { name: 'redis', prepare: RedisRounds.prepare.bind(RedisRounds) },
];

describe('a store whose files are damaged is served as it was written, or with errors', () => {
  let home: TemporaryDirectory;
  beforeEach(async () => (home = await temporaryDirectory()));
  afterEach(() => home.remove());

  it.each<(typeof stores)[number]>(stores)(
    `$name, ORCH_FAULTS_SEED=${SEED}`,
    async ({ name, prepare }) => {
      const tokens = join(home.path, 'tokens.csv');
      await writeFile(tokens, tokenFile());
      const dice = new Dice(SEED);
      const rounds = await prepare(home.path, tokens, dice.fork());
      const first = dice.between(0, 1_000);
      const violations: string[] = [];
      const answers: number[] = [];
      const end = Date.now() + SECONDS * 1_000;
      for (let number = first; number < first + rounds.kinds || Date.now() < end; number++) {
        const round = await rounds.round(number, dice.fork());
        process.stderr.write(`${name}, seed ${SEED}, round ${number}: ${round.outcome}, ${round.answers} answers\n`);
        violations.push(...round.violations);
        answers.push(round.answers);
      }
      if (answers.filter((count) => count >= LEAST_ANSWERS).length < LEAST_SERVED)
        violations.push(
          `fewer than ${LEAST_SERVED} rounds were served with ${LEAST_ANSWERS} answers: ${answers.join()}`,
        );
      if (violations.length === 0) return;
      throw new Error(`${violations.length} violations\n\n${violations.slice(0, MOST_SHOWN).join('\n\n')}`);
    },
    (SECONDS + 200) * 1_000,
  );
});
