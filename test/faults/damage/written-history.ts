import { vocabularies } from '@orch/vocabulary';
import type { Dice } from '../consistency/dice.js';
import { pathsOf } from '../../support/resource-fixtures.js';
import { type ApiClient, type ApiObject, type WatchEvent } from './api-client.js';

const PATHS = pathsOf(vocabularies.orch, 't1');
const SERVICES = PATHS.configMaps.replace(/configmaps$/, 'services');
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** What is written into each collection: objects of different sizes, some beyond a page of the store. */
const KINDS: Readonly<Record<string, { readonly count: number; readonly make: (dice: Dice) => object }>> = {
  [PATHS.configMaps]: {
    count: 120,
    make: (dice) => ({ data: { text: textOf(dice, dice.chance(0.1) ? 20_000 : 400) } }),
  },
  [PATHS.secrets]: { count: 40, make: (dice) => ({ stringData: { text: textOf(dice, 200) } }) },
  [PATHS.leases]: { count: 40, make: (dice) => ({ spec: { holderIdentity: textOf(dice, 30) } }) },
  [SERVICES]: { count: 20, make: (dice) => ({ spec: { ports: [{ port: dice.between(1, 60_000) }] } }) },
};

const textOf = (dice: Dice, most: number): string =>
  Array.from({ length: Math.ceil(dice.between(1, most) / 10) }, () => dice.next().toString(36).slice(2, 12)).join('');

/** Every change that was made over HTTP, as a watch would tell it. */
export class WrittenHistory {
  readonly changes = new Map<string, WatchEvent[]>();
  /** The objects at the end, in the binary form, by path. */
  readonly binary = new Map<string, Buffer>();

  get collections(): readonly string[] {
    return [...this.changes.keys()];
  }

  get revisions(): readonly number[] {
    return [...this.changes.values()]
      .flat()
      .map(revisionOf)
      .toSorted((a, b) => a - b);
  }

  /** Names of all objects that ever were. */
  names(collection: string): readonly string[] {
    return [...new Set(this.changes.get(collection)!.map(({ object }) => object.metadata.name))];
  }

  /** Objects by name, as they were at `revision`. */
  stateAt(collection: string, revision: number): ReadonlyMap<string, ApiObject> {
    const state = new Map<string, ApiObject>();
    for (const change of this.changes.get(collection)!) {
      if (revisionOf(change) > revision) break;
      const { name } = change.object.metadata;
      if (change.type === 'DELETED') state.delete(name);
      else state.set(name, change.object);
    }
    return new Map([...state].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

export const revisionOf = ({ object }: WatchEvent): number => Number(object.metadata.resourceVersion);

/** Fills a new control plane, with changes and deletes between. @param pause what is done half-way. */
export async function writeHistory(client: ApiClient, dice: Dice, pause: () => Promise<void>): Promise<WrittenHistory> {
  const history = new WrittenHistory();
  await client.write('POST', PATHS.namespaces, { metadata: { name: 't1' } });
  for (const [collection, { count, make }] of Object.entries(KINDS)) {
    const changes: WatchEvent[] = [];
    history.changes.set(collection, changes);
    const note = (type: string, object: ApiObject): ApiObject => {
      changes.push({ type, object });
      return object;
    };
    for (let n = 0; n < count; n++) {
      const name = `o-${String(n).padStart(3, '0')}`;
      const path = `${collection}/${name}`;
      note('ADDED', await client.write('POST', collection, { metadata: { name }, ...make(dice) }));
      if (dice.chance(0.3)) {
        const [, current] = [...history.stateAt(collection, Infinity)].at(-1)!;
        const metadata = { ...current.metadata, labels: { changed: textOf(dice, 20) } };
        note('MODIFIED', await client.write('PUT', path, { ...current, metadata }));
      }
      if (dice.chance(0.15)) {
        const [, current] = [...history.stateAt(collection, Infinity)].at(-1)!;
        await client.write('DELETE', path);
        note('DELETED', current); // its version is known from the watch
      }
    }
    if (collection === PATHS.secrets) await pause();
  }
  await takeDeletes(client, history);
  for (const collection of history.collections)
    for (const name of history.stateAt(collection, Infinity).keys())
      history.binary.set(
        `${collection}/${name}`,
        (await client.ask('GET', `${collection}/${name}`, undefined, PROTOBUF)).bytes,
      );
  return history;
}

/** A watch from the beginning has each change: events of acknowledged writes must be the same; events of deletes are recorded. */
async function takeDeletes(client: ApiClient, history: WrittenHistory): Promise<void> {
  for (const collection of history.collections) {
    const written = history.changes.get(collection)!;
    const first = revisionOf(written[0]!);
    const { bytes } = await client.ask('GET', `${collection}?watch=true&timeoutSeconds=1&resourceVersion=${first - 1}`);
    const events = eventsOf(bytes);
    if (events.length !== written.length)
      throw new Error(`${collection}: ${written.length} changes, ${events.length} events`);
    history.changes.set(collection, events);
  }
}

/** Events of a watch that has ended. @throws SyntaxError */
export const eventsOf = (bytes: Buffer): WatchEvent[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WatchEvent);
