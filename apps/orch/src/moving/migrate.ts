import { systemClock } from '@orch/apimachinery';
import { ExplainedError, flagGroup, UsageError, type FlagValues } from '@orch/process';
import {
  isBulkWritable,
  ItemDigest,
  openSnapshot,
  openStorage,
  type Revision,
  type Storage,
  type StoreSnapshot,
} from '@orch/storage';
import { readMovingLine } from './moving-line.js';
import { Progress } from './progress.js';
import { runMoving, type Say } from './run-moving.js';
import { type Backend, placeOn } from './store-place.js';
import { placeFlags } from './store-flags.js';

const head = {
  command: 'orch migrate',
  summary:
    'Moves a store from the data directory to an empty Redis, or from Redis to an empty data directory: same objects, uids, versions and revision. No server may run; what is moved from stays as it is.',
};

/** Of a SHA-256, in the result: enough to compare by eye. */
const SHOWN_DIGITS = 16;

const backends = ['embedded', 'redis'] as const satisfies readonly Backend[];

const migrateFlags = [
  flagGroup('Move', [
    { name: 'from', type: 'string', default: undefined, choices: backends, help: 'Where the objects are now.' },
    { name: 'to', type: 'string', default: undefined, choices: backends, help: 'Where they go.' },
  ]),
  ...placeFlags,
] as const;

type MigrateValues = FlagValues<typeof migrateFlags>;

/** `orch migrate --from embedded --to redis`, and back. */
export function migrate(argv: readonly string[]): void {
  runMoving(head.command, async (say) => {
    const line = readMovingLine(head, migrateFlags, argv);
    if (line.help !== undefined) return line.help;
    const { from, to } = direction(line.values);
    const source = await placeOn(from, line.values);
    const target = await placeOn(to, line.values);
    const snapshot = await openSnapshot(source.options, 'alone');
    try {
      const storage = await openStorage(target.options);
      try {
        const { count, sum } = await move(snapshot, storage, source.name, say);
        await compare(storage, { revision: snapshot.revision, count, sum }, target.name);
        return `moved ${count} objects at revision ${snapshot.revision} from ${source.name} to ${target.name}; both hold the same (SHA-256 ${sum.slice(0, SHOWN_DIGITS)})\n`;
      } finally {
        await storage.close();
      }
    } finally {
      await snapshot.close();
    }
  });
}

interface Content {
  readonly revision: Revision;
  readonly count: number;
  readonly sum: string;
}

/** Fills the target. Somebody who writes to the source meanwhile is noticed before the target counts as whole. */
async function move(
  snapshot: StoreSnapshot,
  target: Storage,
  sourceName: string,
  say: Say,
): Promise<Omit<Content, 'revision'>> {
  if (!isBulkWritable(target)) throw new TypeError('the target cannot be filled');
  const digest = new ItemDigest();
  const progress = new Progress(systemClock, say);
  const untilChanged = async function* () {
    yield* digest.through(progress.through(snapshot.items));
    const newest = await snapshot.newestRevision();
    if (newest === snapshot.revision) return;
    throw new ExplainedError(
      `${sourceName} was written to meanwhile (revision ${snapshot.revision}, then ${newest}): stop every server that uses it, empty the target and begin again`,
    );
  };
  await target.fill(untilChanged(), snapshot.revision);
  return { count: digest.count, sum: digest.sum() };
}

/** Reads the target back. @throws ExplainedError when it holds anything else. */
async function compare(target: Storage, want: Content, name: string): Promise<void> {
  const { revision, items } = await target.list('');
  const digest = new ItemDigest();
  for await (const item of items) digest.add(item);
  if (revision === want.revision && digest.count === want.count && digest.sum() === want.sum) return;
  throw new ExplainedError(
    `${name} does not hold what was moved (${digest.count} objects at revision ${revision} of ${want.count} at ${want.revision}): do not use it`,
  );
}

function direction({ from, to }: MigrateValues): { from: Backend; to: Backend } {
  if (from === undefined) throw new UsageError('flag --from: is needed: embedded or redis');
  if (to === undefined) throw new UsageError('flag --to: is needed: embedded or redis');
  if (from === to) throw new UsageError(`flag --to=${to}: the objects are there already: --from and --to must differ`);
  return { from, to };
}
