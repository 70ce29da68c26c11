/** Processor time may grow by so much: less is lost in the differences between runs. */
const AT_MOST = 1.05;
/** Columns of processor time: the least disturbed by other processes. */
const CPU = /cpu/i;
/** Contestants that are the same whatever the build. */
const PEER = /^(bare|etcd)\b/;

/**
 * A measurement on two builds at once: each contestant runs on both, one right after the other, in another order every round. The goals are
 * the ratios of their processor time.
 * @param {import('./measurements/measurements.mjs').Measurement} measurement
 * @param {import('./measurements/measurements.mjs').Env} env
 * @param {string} older a built copy of Orch
 * @returns {Promise<import('./rounds.mjs').Running>}
 */
export async function openOnBoth(measurement, env, older) {
  const now = await measurement.open({ ...env, folder: (name) => env.folder(`now/${name}`), reference: undefined });
  const folder = (name) => env.folder(`before/${name}`);
  const before = await measurement.open({ ...env, root: older, folder, reference: undefined }).catch(async (error) => {
    await now.close();
    throw error;
  });
  const both = [now, before];
  const all = (act) => async () => {
    for (const running of both) await act(running);
  };
  let round = 0;
  const pairs = now.contestants.flatMap(({ name, run }, at) => {
    if (PEER.test(name)) return [];
    const pair = [
      { name, run },
      { name: olderName(name), run: before.contestants[at].run },
    ];
    return [pair];
  });
  const keys = measurement.columns.map(({ key }) => key).filter((key) => CPU.test(key));
  const goals = pairs.flatMap(([{ name }]) =>
    keys.map((key) => ({
      title: `${measurement.name}: ${name}: ${key}, times before`,
      atMost: AT_MOST,
      value: (r) => r[name][key] / r[olderName(name)][key],
    })),
  );
  return {
    get contestants() {
      return pairs.flatMap((pair) => (round % 2 === 0 ? pair.toReversed() : pair));
    },
    goals,
    openRound: async () => {
      round++;
      for (const running of both) await running.openRound?.();
    },
    closeRound: all((running) => running.closeRound?.()),
    close: all((running) => running.close()),
  };
}

const olderName = (name) => `${name}, before`;
