import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@orch/apimachinery';
import { UserFacingError, flagGroup, UsageError, type FlagValues } from '@orch/process';
import { ItemDigest, openSnapshot, openStorage, type Storage, type Stored, type StoreSnapshot } from '@orch/storage';
import { vocabularies } from '@orch/vocabulary';
import { fillWithKeys, type Filled } from './fill-with-keys.js';
import { readStoreCommandLine } from './store-command-line.js';
import { opening } from './opening.js';
import { Progress } from './progress.js';
import { runStoreCommand, type Say } from './run-store-command.js';
import { keysOfStore } from './store-keys.js';
import { type Backend, placeOn, type StorePlace } from './store-place.js';
import { placeFlags } from './store-flags.js';

const head = {
  command: 'orch migrate',
  summary:
    'Migrates a store from the data directory to an empty Redis, or from Redis to an empty data directory, with the same objects, uids, versions and revision. No server may run; the source is not changed.',
};

/** Servers on a shared store renew their Leases every 10 s (decision 041); a bit more, so that one renewal is seen. */
const LEASE_RENEWAL_MS = 13_000;

/** Digits of the SHA-256 in the result: enough to compare by eye. */
const SHOWN_DIGITS = 16;

const backends = ['embedded', 'redis'] as const satisfies readonly Backend[];

const migrateFlags = [
  flagGroup('Move', [
    { name: 'from', type: 'string', default: undefined, choices: backends, help: 'Source storage backend.' },
    { name: 'to', type: 'string', default: undefined, choices: backends, help: 'Target storage backend.' },
  ]),
  ...placeFlags,
] as const;

type MigrateValues = FlagValues<typeof migrateFlags>;

/** `orch migrate --from embedded --to redis`, and back. */
export function migrate(argv: readonly string[]): void {
  runStoreCommand(head.command, async (say) => {
    const line = readStoreCommandLine(head, migrateFlags, argv);
    if (line.help !== undefined) return line.help;
    const { from, to } = direction(line.values);
    const source = await placeOn(from, line.values);
    const target = await placeOn(to, line.values);
    const snapshot = await opening(source, openSnapshot(source.options, { access: 'exclusive' }));
    try {
      const storage = await opening(target, openStorage({ ...target.options, toFill: true }));
      try {
        const moved = await move({ place: source, snapshot }, { place: target, storage }, say);
        await compare(storage, moved, target.name);
        const { count, revision, sum } = moved;
        return `moved ${count} objects at revision ${revision} from ${source.name} to ${target.name}; both hold the same (SHA-256 ${sum.slice(0, SHOWN_DIGITS)})\n`;
      } finally {
        await storage.close();
      }
    } finally {
      await snapshot.close();
    }
  });
}

/** Fills the target. A concurrent write to the source is detected before the target is marked complete. */
async function move(
  { place, snapshot }: { readonly place: StorePlace; readonly snapshot: StoreSnapshot },
  target: { readonly place: StorePlace; readonly storage: Storage },
  say: Say,
): Promise<Filled> {
  const keys = await keysOfStore(place, snapshot);
  // A server would create new ones, and no client would trust it.
  if (keys.missing[0] !== undefined) throw new UserFacingError(`${keys.missing[0]}: copy both there, and begin again`);
  const items = new Progress(systemClock, say).through(untilChanged(place, snapshot, say));
  return fillWithKeys(target.storage, target.place, { items, newest: snapshot.revision, bump: 0, keys });
}

async function* untilChanged({ name, options }: StorePlace, snapshot: StoreSnapshot, say: Say): AsyncGenerator<Stored> {
  let servers = 0;
  for await (const item of snapshot.items) {
    if (isServerLease(item)) servers++;
    yield item;
  }
  // A directory is locked; on Redis a server may be running without a write for a while.
  if (servers > 0 && options.backend === 'redis') {
    say(
      `${servers} of its servers did not remove their Lease: waiting ${LEASE_RENEWAL_MS / 1_000} s for a lease renewal`,
    );
    await wait(LEASE_RENEWAL_MS);
  }
  const newest = await snapshot.newestRevision();
  if (newest === snapshot.revision) return;
  throw new UserFacingError(
    `${name} was written to meanwhile (revision ${snapshot.revision}, then ${newest}): stop every server that uses it, empty the target and begin again`,
  );
}

/** Reads the target back. @throws UserFacingError when its content differs. */
async function compare(target: Storage, want: Filled, name: string): Promise<void> {
  const { revision, items } = await target.list('');
  const digest = new ItemDigest();
  for await (const item of items) digest.add(item);
  if (revision === want.revision && digest.count === want.count && digest.sum() === want.sum) return;
  throw new UserFacingError(
    `${name} does not hold what was moved (${digest.count} objects at revision ${revision} of ${want.count} at ${want.revision}): do not use it`,
  );
}

function direction({ from, to }: MigrateValues): { from: Backend; to: Backend } {
  if (from === undefined) throw new UsageError('flag --from: is needed: embedded or redis');
  if (to === undefined) throw new UsageError('flag --to: is needed: embedded or redis');
  if (from === to) throw new UsageError(`flag --to=${to}: the objects are there already: --from and --to must differ`);
  return { from, to };
}

const leases = Object.values(vocabularies).map(({ groups, namespaces, apiServerLease }) => ({
  prefix: `leases.${groups.coordination}\0${namespaces.system}\0`,
  label: apiServerLease.label,
}));

/** Whether an item is the Lease of a server that is running or was not stopped gracefully. */
const isServerLease = ({ key, value }: Stored): boolean =>
  leases.some(({ prefix, label }) => key.startsWith(prefix) && value.includes(`"${label}"`));
