import { spread } from './statistics.mjs';

/**
 * Something that is measured once in each round.
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => Promise<Record<string, number>>} run
 */

/**
 * @typedef {object} Goal
 * @property {string} title
 * @property {number} [atLeast]
 * @property {number} [atMost]
 * @property {string} [unit]
 * @property {(round: Record<string, Record<string, number>>) => number | undefined} value
 *   from the results of one round, by contestant; undefined when a peer is missing
 */

/**
 * A measurement under way: its processes run. `openRound` and `closeRound` surround each round, where processes must be fresh.
 * @typedef {object} Running
 * @property {readonly Contestant[]} contestants
 * @property {readonly Goal[]} goals
 * @property {() => Promise<void>} [openRound]
 * @property {() => Promise<void>} [closeRound]
 * @property {() => Promise<void>} close
 */

/**
 * Runs every contestant once per round, so that what disturbs the machine disturbs all of them; each round begins with another one.
 * @param {Running} running
 * @param {number} rounds
 * @param {(text: string) => void} tell
 */
export async function runRounds(running, rounds, tell) {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    await running.openRound?.();
    try {
      const result = {};
      const { contestants } = running;
      for (let turn = 0; turn < contestants.length; turn++) {
        const { name, run } = contestants[(turn + round) % contestants.length];
        tell(`round ${round + 1} of ${rounds}: ${name}`);
        result[name] = await run();
      }
      results.push(result);
    } finally {
      await running.closeRound?.();
    }
  }
  return summarize(running, results);
}

/**
 * @param {Running} running
 * @param {readonly Record<string, Record<string, number>>[]} results
 */
function summarize(running, results) {
  const rows = running.contestants.map(({ name }) => {
    const metrics = {};
    for (const key of Object.keys(results[0][name])) metrics[key] = spread(results.map((round) => round[name][key]));
    return { name, metrics };
  });
  const goals = running.goals.flatMap(({ value, ...goal }) => {
    // The ratio is taken within a round: both sides saw the same machine.
    const values = results.map(value).filter((one) => one !== undefined && Number.isFinite(one));
    if (values.length === 0) return [];
    const found = spread(values);
    const met = goal.atLeast !== undefined ? found.median >= goal.atLeast : found.median <= goal.atMost;
    return [{ ...goal, ...found, met }];
  });
  return { rows, goals };
}
