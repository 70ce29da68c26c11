import { FakeClock, parseLabelSelector } from '@orch/apimachinery';
import type { Change } from '../cache/change.js';
import { Entry } from '../cache/entry.js';
import { FanOut } from './fan-out.js';
import { GroupIndex } from './group-index.js';
import { WatchHub } from './watch-hub.js';

const source = {
  currentRevision: 0,
  eventsSince: () => ({ events: [], upTo: 0 }),
  eventsFromLog: () => undefined,
  changesSince: () => 0,
  resync: () => {
    throw new Error('not used without a visibility filter');
  },
};

const entry = (revision: number, object: object) =>
  new Entry('a\0x', revision, Buffer.from(JSON.stringify(object)), ({ metadata }) => ({
    labels: metadata.labels,
    fields: {},
  }));
const added = (revision: number, labels: object, rest = {}): Change => ({
  type: 'ADDED',
  revision,
  entry: entry(revision, { metadata: { labels }, ...rest }),
  previous: undefined,
  timeMs: 0,
});

/** A hub whose watches write down the revisions and types of their events. */
function watched() {
  const hub = new WatchHub(source, new GroupIndex(), new FanOut(), new FakeClock());
  const watch = (labels?: string) => {
    const events: string[] = [];
    const end = jest.fn();
    const encode = (batch: readonly { type: string; revision: number }[]) => {
      for (const { type, revision } of batch) events.push(`${type} ${revision}`);
      return Buffer.alloc(0);
    };
    const sink = { encoding: { key: undefined, encode }, write: () => true, end };
    const selector = labels === undefined ? undefined : parseLabelSelector(labels);
    const selection = { namespace: 'a', name: undefined, labels: selector, fields: undefined };
    hub.add({ selection, sink, bookmarks: false, start: 0 }).start();
    return { events, end };
  };
  const published = () => new Promise<void>((then) => hub.afterPublished(then));
  return { hub, watch, published };
}

describe('watch hub', () => {
  it('sends at once to a watch behind a thousand watches whose selectors select nothing', async () => {
    const { hub, watch } = watched();
    const others = Array.from({ length: 1_000 }, (_, i) => watch(`!other,app!=x,app=x${i}`));
    const [all, selecting] = [watch(), watch('app=y')];
    hub.publish([added(1, { app: 'y' })]);
    await Promise.resolve();
    expect(all.events).toEqual(['ADDED 1']);
    expect(selecting.events).toEqual(['ADDED 1']);
    expect(others.flatMap(({ events }) => events)).toEqual([]);
    hub.close();
  });

  const many = Array.from({ length: 900 }, (_, i) => `k${i}!=v`).join();
  const cases: [string, Change][] = [
    ['with more requirements than are evaluated at once', added(1, { app: 'y' })],
    ['on a large object', added(1, { app: 'y' }, { data: 'x'.repeat(100_000) })],
  ];
  it.each(cases)('sends what selectors select %s, in order', async (_name, first) => {
    const { hub, watch, published } = watched();
    const not = Array.from({ length: 25 }, (_, i) => watch(`${many},app=x${i}`));
    const selecting = [watch('app=y'), watch(`${many},app in (x1,y)`), watch('app')];
    hub.publish([first]);
    const { entry: before } = first;
    hub.publish([{ ...added(2, { app: 'x1' }), type: 'MODIFIED', previous: before }]);
    await published();
    expect(selecting.map(({ events }) => events)).toEqual([
      ['ADDED 1', 'DELETED 2'],
      ['ADDED 1', 'MODIFIED 2'],
      ['ADDED 1', 'MODIFIED 2'],
    ]);
    expect(not.map(({ events }) => events)).toEqual(not.map((_, i) => (i === 1 ? ['ADDED 2'] : [])));
    hub.close();
  });

  it('ends the watches with selectors on an object that cannot be read, and no others', async () => {
    const { hub, watch, published } = watched();
    const [all, selecting] = [watch(), watch('app=y')];
    const change = added(1, {});
    const facts = (): never => {
      throw new TypeError('damaged');
    };
    hub.publish([{ ...change, entry: new Entry('a\0x', 1, Buffer.from('{}'), facts) }]);
    await published();
    expect(all.events).toEqual(['ADDED 1']);
    expect(selecting.end).toHaveBeenCalledWith(expect.objectContaining({ reason: 'InternalError' }));
    hub.close();
  });
});
