import { parseArgs } from 'node:util';

const HELP = `Measures Orch and its peers and prints ratios.

Usage: npm run bench -- [flags]

  --quick          Short rounds and fewer objects: shows that it works, not how fast it is.
  --only NAME      Only this measurement; repeatable. Names: see --list.
  --rounds N       Rounds, each with every contestant once. (default 5, quick 2)
  --objects N      Objects of the large store. (default 100000, quick 20000)
  --churn-seconds N
                   How long a list of the dashboard is changed while the memory of its tab is read. (default 60, quick 5)
  --root DIR       A built copy of Orch to measure. (default this one)
  --before DIR     A built copy of an older Orch, measured in turn with the other: the processor time of each is compared.
  --reference FILE A kube-apiserver program to measure next to Orch, with an etcd of its own.
  --work-dir DIR   Where stores are written; its disk counts. (default the temporary directory of the system)
  --write          Write docs/benchmarks.json and docs/benchmarks.md also after a run that was not a whole one: other measurements
                   stay as they were.
  --list           Print the names and end.
  --help           Print this and end.
`;

/**
 * What one run is asked for. Durations and counts of the short form show that everything works; only the long one is worth quoting.
 * @typedef {object} Options
 * @property {boolean} quick
 * @property {string[]} only names of measurements; empty means all
 * @property {number} rounds
 * @property {number} objects how many the large store holds
 * @property {number} churnSeconds how long a list of the dashboard is changed while the memory of its tab is read
 * @property {string | undefined} root folder with `bin` and `dist`
 * @property {string | undefined} before the same of an older Orch
 * @property {string | undefined} reference a program
 * @property {string | undefined} workDir
 * @property {boolean} write write the documents whatever the run was
 * @property {boolean} list
 */

/**
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      objects: { type: 'string' },
      'churn-seconds': { type: 'string' },
      root: { type: 'string' },
      before: { type: 'string' },
      reference: { type: 'string' },
      'work-dir': { type: 'string' },
      write: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const whole = (flag, otherwise) => {
    const number = Number(values[flag] ?? otherwise);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${flag} takes a whole number from 1`);
    return number;
  };
  return {
    quick: values.quick,
    only: values.only,
    rounds: whole('rounds', values.quick ? 2 : 5),
    objects: whole('objects', values.quick ? 20_000 : 100_000),
    churnSeconds: whole('churn-seconds', values.quick ? 5 : 60),
    root: values.root,
    before: values.before,
    reference: values.reference,
    workDir: values['work-dir'],
    write: values.write,
    list: values.list,
  };
}
