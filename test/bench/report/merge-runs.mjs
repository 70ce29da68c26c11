/**
 * The figures of a run of some measurements put in among those of the run before: each measurement says which commit it is of.
 * @param {object} before what docs/benchmarks.json holds
 * @param {object} run
 * @param {readonly string[]} order names of all measurements
 */
export function mergeRuns(before, run, order) {
  const isNew = new Set(run.measurements.map(({ name }) => name));
  const kept = dated(before).measurements.filter(({ name }) => !isNew.has(name) && order.includes(name));
  const titles = new Set(run.goals.map(({ title }) => title));
  const place = ({ name }) => order.indexOf(name);
  return {
    ...run,
    measurements: [...kept, ...dated(run).measurements].toSorted((a, b) => place(a) - place(b)),
    goals: [...before.goals.filter(({ title }) => !titles.has(title)), ...run.goals],
  };
}

const dated = ({ machine, rounds, measurements }) => ({
  measurements: measurements.map((one) => ({ commit: machine.commit, rounds, ...one })),
});
