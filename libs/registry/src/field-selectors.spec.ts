import { setImmediate as nextTurn } from 'node:timers/promises';
import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { parseFieldSelector, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import * as fc from 'fast-check';
import type { ResourceStore } from './store/resource-store.js';
import type { ObjectSelection } from './watch/object-filter.js';
import type { WatchSink } from './watch/watch-sink.js';

/** More objects than are scanned without an index. */
const OBJECTS = 600;
const NAMESPACES = ['a', 'b'];
const COLORS = ['red', 'blue', 'green'];

const [configMaps] = compileKinds(
  builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
  vocabularies.orch,
) as [ResourceDefinition];
const reader = (key: string) => (object: ApiObject) =>
  (object as unknown as { readonly data?: Record<string, string> }).data?.[key] ?? '';
const gvk = { group: 'k.example.com', version: 'v1', kind: 'Widget' };
const widgets: ResourceDefinition = {
  ...configMaps,
  schema: configMaps.schema,
  definitions: configMaps.definitions,
  declaration: {
    ...configMaps.declaration,
    selectableFields: { 'data.color': reader('color'), 'data.size': reader('size') },
  },
  gvk,
  gvr: { group: gvk.group, version: gvk.version, resource: 'widgets' },
  stored: gvk,
  apiVersion: 'k.example.com/v1',
  isRegistered: (sent) => sent === 'k.example.com/v1',
};

interface Widget {
  readonly namespace: string;
  readonly name: string;
  readonly color: string;
  readonly size: string;
}

interface Fact {
  readonly before: Widget | undefined;
  readonly after: Widget | undefined;
  readonly revision: number;
}

interface Wanted {
  readonly namespace: string | undefined;
  readonly text: string;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  namespace: fc.constantFrom(undefined, ...NAMESPACES),
  text: fc.constantFrom(
    'data.color=red',
    'data.size==7',
    'data.color=red,data.size=7',
    'data.color!=red,data.size=7',
    'data.color!=red',
    'metadata.name=n7,data.color=red',
  ),
});
const change = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  name: fc.nat({ max: 15 }).map((n) => `n${n}`),
  color: fc.constantFrom(...COLORS, undefined),
  size: fc.constantFrom('7', '8'),
});

const selectionOf = ({ namespace, text }: Wanted): ObjectSelection => ({
  namespace,
  name: undefined,
  labels: undefined,
  fields: parseFieldSelector(text),
});

/** Whether a widget is selected, by its own reading of the selector. */
function selects({ namespace, text }: Wanted, widget: Widget | undefined): boolean {
  if (!widget || (namespace !== undefined && namespace !== widget.namespace)) return false;
  const values: Record<string, string> = {
    'metadata.name': widget.name,
    'data.color': widget.color,
    'data.size': widget.size,
  };
  return text.split(',').every((term) => {
    const [, field = '', operator, value] = /^([^!=]+)(!=|==|=)(.*)$/.exec(term) ?? [];
    return (values[field] === value) === (operator !== '!=');
  });
}

class Seen implements WatchSink {
  readonly events: string[] = [];
  readonly encoding = {
    key: undefined,
    encode: (events: readonly { type: string; revision: number; entry?: { key: string } }[]) =>
      Buffer.from(events.map(({ type, revision, entry }) => `${type} ${revision} ${entry?.key ?? ''};`).join('')),
  } as unknown as WatchSink['encoding'];

  write(bytes: Buffer): boolean {
    this.events.push(...bytes.toString().split(';').filter(Boolean));
    return true;
  }

  end(): void {
    this.events.push('end');
  }
}

const keyOf = ({ namespace, name }: Widget): string => `${namespace}\0${name}`;

describe('lists and watches by fields', () => {
  let test: TestRegistry;
  const model = new Map<string, Widget>();
  const store = (): ResourceStore => test.registry.resource('k.example.com', 'v1', 'widgets')!;

  /** @param color undefined: deletes it. */
  async function apply({
    namespace,
    name,
    color,
    size,
  }: Omit<Widget, 'color'> & { readonly color: string | undefined }) {
    const key = `${namespace}\0${name}`;
    const before = model.get(key);
    if (color === undefined) {
      if (!before) return undefined;
      await store().writer.delete(testWrite(namespace), name, {});
      model.delete(key);
      return { before, after: undefined, revision: store().revision };
    }
    const after = { namespace, name, color, size };
    if (before?.color === color && before.size === size) return undefined;
    const value = { apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name }, data: { color, size } };
    const body = { value, duplicateFields: [] };
    if (before) await store().writer.update(testWrite(namespace), name, body);
    else await store().writer.create(testWrite(namespace), body);
    model.set(key, after);
    return { before, after, revision: store().revision };
  }

  beforeAll(async () => {
    test = await startTestRegistry({ kinds: [] });
    await test.registry.serve({ stored: widgets, served: [widgets], currentSince: 0 });
    await Promise.all(
      Array.from({ length: OBJECTS }, (_, i) =>
        apply({ namespace: NAMESPACES[i % 2]!, name: `n${i}`, color: COLORS[i % 3]!, size: String(i % 50) }),
      ),
    );
  });
  afterAll(() => test.close());

  const listed = (selected: Wanted): string[] =>
    [...model.values()]
      .filter((widget) => selects(selected, widget))
      .map(keyOf)
      .sort();

  async function pages(selected: Wanted, limit: number, between: () => Promise<unknown>): Promise<string[]> {
    const keys: string[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const page: { entries: readonly { key: string }[]; continue: string | undefined } = await store().list(
        { limit, continue: token },
        selectionOf(selected),
      );
      keys.push(...page.entries.map(({ key }) => key));
      token = page.continue;
      if (token !== undefined) await between();
    }
    return keys;
  }

  const eventOf = (selected: Wanted, { before, after, revision }: Fact): string[] => {
    const [was, is] = [selects(selected, before), selects(selected, after)];
    if (!was && !is) return [];
    return [`${is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED'} ${revision} ${keyOf((after ?? before)!)}`];
  };

  it('give what a scan gives, page by page while objects change, and the events of what enters and leaves', async () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(wanted, { minLength: 1, maxLength: 4 }),
        fc.array(change, { maxLength: 12, size: 'max' }),
        fc.constantFrom(4, 50, 0),
        async (selections, changes, limit) => {
          const watches = selections.map((selected) => ({ selected, sink: new Seen(), initial: listed(selected) }));
          const watchers = watches.map(({ selected, sink }) =>
            store().watch({ allowWatchBookmarks: false }, selectionOf(selected), sink),
          );
          for (const watcher of watchers) watcher.start();
          const facts: Fact[] = [];
          const pending = [...changes];
          const next = async (): Promise<unknown> => {
            const one = pending.shift();
            const fact = one && (await apply(one));
            return fact && facts.push(fact);
          };
          // The initial events are those of a state before the first change.
          while (watches.some(({ sink, initial }) => sink.events.length < initial.length)) await nextTurn();
          for (const selected of selections) {
            const before = listed(selected);
            expect(await pages(selected, limit, next)).toEqual(before);
          }
          while (pending.length > 0) await next();
          for (const { selected, sink, initial } of watches) {
            const events = facts.flatMap((fact) => eventOf(selected, fact));
            while (sink.events.length < initial.length + events.length) await nextTurn();
            expect(sink.events.slice(0, initial.length).map((event) => event.split(' ')[2])).toEqual(initial);
            expect(sink.events.slice(initial.length)).toEqual(events);
          }
          for (const watcher of watchers) watcher.close();
        },
      ),
      { numRuns: 25 },
    ));
});
