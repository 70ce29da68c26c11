import { parseLabelSelector, type ApiError, type LabelSelector } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import * as fc from 'fast-check';
import type { ResourceStore } from '../store/resource-store.js';
import type { ObjectSelection } from './object-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { Watcher } from './watcher.js';
import { endOf, load, readToEnd, timeUnder } from './watch-models.fixture.js';

const NAMESPACES = ['a', 'b'];
const NAMES = ['x', 'y', 'z'];

/** One committed change, as a naive server would record it. */
interface Fact {
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
  /** Undefined: the object did not exist, or was deleted. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Interest {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly label: string | undefined;
}

type Step =
  | { readonly do: 'write'; readonly namespace: string; readonly name: string; readonly label: string }
  | { readonly do: 'delete'; readonly namespace: string; readonly name: string }
  | { readonly do: 'settle' }
  | { readonly do: 'turn' }
  | { readonly do: 'watch'; readonly interest: Interest; readonly back: number; readonly capacity: number }
  | { readonly do: 'drain'; readonly which: number };

const namespace = fc.constantFrom(...NAMESPACES);
const name = fc.constantFrom(...NAMES);
const label = fc.constantFrom('1', '2');
const interest: fc.Arbitrary<Interest> = fc.record({
  namespace: fc.option(namespace, { nil: undefined }),
  name: fc.option(name, { nil: undefined }),
  label: fc.option(label, { nil: undefined }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), namespace, name, label }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), namespace, name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('watch' as const),
      interest,
      back: fc.nat({ max: 12 }),
      capacity: fc.constantFrom(1, 2, 5, Infinity),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('drain' as const), which: fc.nat() }) },
);

/** Accepts `capacity` pieces, then is full until it is emptied. */
class ModelSink implements WatchSink {
  readonly seen: string[] = [];
  ended: ApiError | 'ended' | undefined;
  written = 0;
  private room: number;
  private readonly pieces: string[][] = [];
  readonly encoding;

  constructor(
    private readonly capacity: number,
    id: number,
  ) {
    this.room = capacity;
    this.encoding = {
      key: `model ${id}`,
      encode: (events: readonly (WatchEvent | Bookmark)[]) => {
        this.pieces.push(events.map(shown));
        return Buffer.from(String(this.pieces.length - 1));
      },
    };
  }

  write(piece: Buffer): boolean {
    this.written++;
    this.seen.push(...this.pieces[Number(piece.toString())]!);
    return --this.room > 0;
  }

  empty(): void {
    this.room = this.capacity;
  }

  end(error?: ApiError): void {
    this.ended = error ?? 'ended';
  }
}

const shown = (event: WatchEvent | Bookmark): string =>
  event.type === 'BOOKMARK' ? 'BOOKMARK' : `${event.type} ${event.revision} ${event.entry.key.replace('\0', '/')}`;

/** Expected events of a watch of `interest` after `start`. */
function expected(facts: readonly Fact[], wanted: Interest, start: number): string[] {
  const lines: string[] = [];
  const wants = (value: string | undefined) =>
    value !== undefined && (wanted.label === undefined || value === wanted.label);
  for (const fact of facts) {
    if (fact.revision <= start) continue;
    if (wanted.namespace !== undefined && wanted.namespace !== fact.namespace) continue;
    if (wanted.name !== undefined && wanted.name !== fact.name) continue;
    const [was, is] = [wants(fact.before), wants(fact.after)];
    if (!was && !is) continue;
    const type = is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED';
    lines.push(`${type} ${fact.revision} ${fact.namespace}/${fact.name}`);
  }
  return lines;
}

const selectionOf = (wanted: Interest): ObjectSelection => ({
  namespace: wanted.namespace,
  name: wanted.name,
  labels: wanted.label === undefined ? undefined : (parseLabelSelector(`l=${wanted.label}`) as LabelSelector),
  fields: undefined,
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs steps on a registry and records the facts. */
class Play {
  readonly watches: { watcher: Watcher; sink: ModelSink; interest: Interest; start: number }[] = [];
  readonly facts: Fact[] = [];
  /** What is awaited, for a case that does not end. */
  doing = 'nothing';
  private writes: Promise<unknown>[] = [];
  private readonly store: ResourceStore;
  private readonly following;

  constructor(test: TestRegistry) {
    // A kind with create on PUT.
    this.store = test.store('limitranges');
    this.following = test.storage.watch('limitranges\0', 0).subscribe((event) => {
      const [, inNamespace, called] = event.key.split('\0') as [string, string, string];
      const labelOf = (bytes: Buffer) =>
        (JSON.parse(bytes.toString()) as { metadata: { labels: { l: string } } }).metadata.labels.l;
      this.facts.push({
        revision: event.revision,
        namespace: inNamespace,
        name: called,
        before: event.previous && labelOf(event.previous.value),
        after: event.type === 'delete' ? undefined : labelOf(event.value),
      });
    });
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const [at, each] of steps.entries()) {
      this.doing = `step ${at}, ${JSON.stringify(each)}`;
      await this.step(each);
    }
    this.doing = 'the end of the watches';
    await this.finish();
  }

  async step(step: Step): Promise<void> {
    const { writer } = this.store;
    switch (step.do) {
      case 'write': {
        const annotations = { n: String(Math.random()) };
        const value = { metadata: { name: step.name, labels: { l: step.label }, annotations } };
        return this.under(writer.update(testWrite(step.namespace), step.name, { value, duplicateFields: [] }));
      }
      case 'delete':
        return this.under(writer.delete(testWrite(step.namespace), step.name, {}));
      case 'settle':
        await Promise.all(this.writes);
        this.writes = [];
        return;
      case 'turn':
        return turn();
      case 'watch':
        return this.watch(step.interest, Math.max(0, this.store.revision - step.back), step.capacity);
      case 'drain': {
        const watch = this.watches[step.which % this.watches.length];
        watch?.sink.empty();
        watch?.watcher.drained();
        await turn();
      }
    }
  }

  /** Lets all watchers read to the end. */
  async finish(): Promise<void> {
    await this.step({ do: 'settle' });
    await readToEnd(this.watches);
    for (const { watcher } of this.watches) watcher.close();
    this.following.unsubscribe();
  }

  private watch(wanted: Interest, start: number, capacity: number): void {
    const sink = new ModelSink(capacity, this.watches.length);
    // Version 0 would request the initial state instead.
    const parameters =
      start === 0
        ? { allowWatchBookmarks: false, sendInitialEvents: false, resourceVersionMatch: 'NotOlderThan' }
        : { allowWatchBookmarks: false, resourceVersion: String(start) };
    const from = start === 0 ? this.store.revision : start;
    const watcher = this.store.watch(parameters, selectionOf(wanted), sink);
    this.watches.push({ watcher, sink, interest: wanted, start: from });
    watcher.start();
  }

  /** Of two concurrent writers of one object one may be refused. */
  private under(write: Promise<unknown>): void {
    this.writes.push(write.catch((error: ApiError) => expect(['AlreadyExists', 'NotFound']).toContain(error.reason)));
  }
}

describe('watches against a model', () => {
  for (const [memory, watchCacheBytes] of [
    ['all of the history in memory', 1_000_000],
    ['a few changes in memory, the rest in the log', 2_000],
    ['no history in memory', 1],
  ] as const) {
    it(`C-032 C-037 A-218 every watch gets exactly its changes, in order, with ${memory}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 120, size: 'max' }), load, async (steps, seed) => {
          const time = timeUnder(seed);
          const test = await startTestRegistry({ watchCacheBytes });
          try {
            const play = new Play(test);
            await endOf(play.run(steps), () => play.doing);
            for (const { sink, interest: wanted, start } of play.watches) {
              expect(sink.seen).toEqual(expected(play.facts, wanted, start));
              expect(sink.ended).toBeUndefined();
            }
          } finally {
            await test.close();
            time?.mockRestore();
          }
        }),
        { numRuns: Number(process.env['MODEL_RUNS'] ?? 30) },
      );
    }, 60_000);
  }
});
