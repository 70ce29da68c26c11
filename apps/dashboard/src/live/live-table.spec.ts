import { ApiFailure } from '../api/failure';
import type { Resource } from '../api/resource';
import type { Table, TableAnswer } from '../api/table';
import type { WatchEvent, WatchHandlers } from '../watch/transport';
import { LiveTable } from './live-table';

const resource = { group: '', version: 'v1', resource: 'pods', verbs: ['list', 'watch'] } as unknown as Resource;
const query = { resource, namespace: '', labelSelector: '', fieldSelector: '' };

const table = (names: readonly string[], metadata: Table['metadata'] = { resourceVersion: '1' }): Table => ({
  columnDefinitions: [{ name: 'Name', type: 'string', priority: 0 }],
  metadata,
  rows: names.map((name) => ({ cells: [name], object: { metadata: { name, namespace: 'n', uid: name } } })),
});
const change = (type: WatchEvent['type'], name: string, resourceVersion = '2'): WatchEvent => ({
  type,
  object: {
    metadata: { resourceVersion },
    rows: [{ cells: [name], object: { metadata: { name, namespace: 'n', uid: name } } }],
  },
});

/** Lets everything that is already settled run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** A server of which the test says each answer. */
class Script {
  readonly requests: string[] = [];
  readonly watches: { path: string; handlers: WatchHandlers; isClosed: boolean }[] = [];
  answers: (TableAnswer | ApiFailure)[] = [];

  readonly client = {
    json: <T>(path: string): Promise<T> => {
      this.requests.push(path);
      const answer = this.answers.shift();
      if (answer === undefined) return new Promise(() => undefined);
      return answer instanceof ApiFailure ? Promise.reject(answer) : Promise.resolve(answer as T);
    },
  };
  readonly transport = {
    open: (path: string, _accept: string, handlers: WatchHandlers) => {
      const watch = { path, handlers, isClosed: false };
      this.watches.push(watch);
      return () => {
        watch.isClosed = true;
      };
    },
  };

  get watch(): WatchHandlers {
    return this.watches.at(-1)!.handlers;
  }

  async start(...answers: (TableAnswer | ApiFailure)[]): Promise<LiveTable> {
    this.answers = answers;
    const live = new LiveTable(this.client, this.transport, query, () => undefined);
    live.start();
    await settle();
    return live;
  }
}

const names = (live: LiveTable): string[] => [...live.rows.values()].map(({ name }) => name).toSorted();

describe('LiveTable', () => {
  let script: Script;
  beforeEach(() => {
    script = new Script();
  });

  test('watches from the revision of the list and applies changes', async () => {
    const live = await script.start(table(['a', 'b'], { resourceVersion: '7' }));
    expect(script.watches[0]!.path).toContain('resourceVersion=7');
    script.watch.event(change('ADDED', 'c'));
    script.watch.event(change('DELETED', 'a'));
    expect(names(live)).toEqual(['b', 'c']);
    expect(live.total).toBe(2);
  });

  test('a page that is older than the watch does not bring back what was deleted, nor replace what was changed', async () => {
    const live = await script.start(table(['a'], { resourceVersion: '1', continue: 'token', remainingItemCount: 2 }));
    expect(live.total).toBe(3);
    script.watch.event(change('DELETED', 'b'));
    script.watch.event({
      type: 'MODIFIED',
      object: { rows: [{ cells: ['newer'], object: { metadata: { name: 'c', namespace: 'n', uid: 'c' } } }] },
    });
    script.answers = [table(['b', 'c'])];
    await live.loadMore();
    expect(names(live)).toEqual(['a', 'c']);
    expect(live.rows.get('n/c')!.cells).toEqual(['newer']);
    expect(live.total).toBe(2);
  });

  test('empty pages without an end end in a failure, also when the rest is loaded', async () => {
    const empty = table([], { resourceVersion: '1', continue: 'next' });
    const first = await script.start(...Array.from({ length: 1_000 }, () => empty));
    for (let turns = 0; first.state === 'loading' && turns < 1_000; turns++) await settle();
    expect([first.state, first.failure?.message]).toEqual([
      'failed',
      'The list has 1000 empty pages in a row, and more to come.',
    ]);
    const later = await script.start(table(['a'], { resourceVersion: '1', continue: 'next' }));
    script.answers = Array.from({ length: 1_000 }, () => empty);
    await later.loadMore(true);
    expect([later.state, script.answers.length]).toEqual(['failed', 0]);
  });

  test('says which rows changed, once, with what they were', async () => {
    const live = await script.start(table(['a', 'b'], { resourceVersion: '1', continue: 'token' }));
    expect(live.takeChanges()).toBeUndefined();
    const [before, deleted] = [live.rows.get('n/a')!, live.rows.get('n/b')!];
    script.watch.event(change('MODIFIED', 'a'));
    script.watch.event(change('MODIFIED', 'a'));
    script.watch.event(change('DELETED', 'b'));
    script.answers = [table(['c'])];
    await live.loadMore();
    expect(before).not.toBe(live.rows.get('n/a'));
    expect([...live.takeChanges()!]).toEqual([
      ['n/a', before],
      ['n/b', deleted],
      ['n/c', undefined],
    ]);
    expect(live.takeChanges()!.size).toBe(0);
  });

  test('of too many changes says only that there were some, as after another list', async () => {
    const live = await script.start(table(['a']));
    live.takeChanges();
    for (let n = 0; n < 5_000; n++) script.watch.event(change('ADDED', `new-${n}`));
    expect(live.takeChanges()).toBeUndefined();
    expect(live.takeChanges()!.size).toBe(0);
    script.answers = [table(['a'])];
    script.watch.end(410, null);
    await settle();
    expect(live.takeChanges()).toBeUndefined();
  });

  test('a lost connection resumes after the last revision, and the rows stay', async () => {
    const live = await script.start(table(['a']));
    script.watch.event(change('BOOKMARK', 'x', '40'));
    script.watch.end(0, null);
    expect(live.state).toBe('behind');
    expect(names(live)).toEqual(['a']);
    expect(script.watches.at(-1)!.path).toContain('resourceVersion=40');
    script.watch.started();
    expect(live.state).toBe('live');
  });

  test('410 lists again; the old rows are shown until the new ones are there', async () => {
    const live = await script.start(table(['a', 'b']));
    script.watch.end(410, null);
    await settle();
    expect(names(live)).toEqual(['a', 'b']);
    const again = new Script();
    const second = await again.start(table(['a', 'b']), table(['b', 'c'], { resourceVersion: '90' }));
    again.watch.event({ type: 'ERROR', object: { kind: 'Status', code: 410 } });
    await settle();
    expect(names(second)).toEqual(['b', 'c']);
    expect(again.watches.at(-1)!.path).toContain('resourceVersion=90');
  });

  test('an expired page begins the list again', async () => {
    const live = await script.start(
      table(['a'], { resourceVersion: '1', continue: 'token', remainingItemCount: 1 }),
      new ApiFailure(410, 'expired'),
      table(['a', 'b'], { resourceVersion: '5' }),
    );
    await live.loadMore();
    await settle();
    expect(names(live)).toEqual(['a', 'b']);
    expect(live.isComplete).toBe(true);
    expect(script.watches[0]!.isClosed).toBe(true);
  });

  test('what is forbidden is not requested again', async () => {
    const live = await script.start(new ApiFailure(403, 'forbidden'));
    expect(live.state).toBe('failed');
    expect(script.requests).toHaveLength(1);
    expect(script.watches).toHaveLength(0);
  });

  test('of a server that makes no tables the objects are listed by name and age', async () => {
    const plain = (name: string) => ({
      metadata: { name, namespace: 'n', uid: name, creationTimestamp: '2025-01-31T08:00:00Z' },
    });
    const live = await script.start({ kind: 'PodList', metadata: { resourceVersion: '1' }, items: [plain('a')] });
    script.watch.event({ type: 'ADDED', object: { kind: 'Pod', ...plain('b') } });
    script.watch.event({ type: 'DELETED', object: { kind: 'Pod', ...plain('a') } });
    script.watch.event({ type: 'ADDED', object: { kind: 'Pod' } });
    expect(live.columns.map(({ name }) => name)).toEqual(['Name', 'Age']);
    expect([...live.rows.values()]).toMatchObject([
      { key: 'n/b', name: 'b', cells: ['b'], created: Date.parse('2025-01-31T08:00:00Z') },
    ]);
  });
});
