import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import type { StrategyContext } from '../definition/strategy.js';
import { ReleaseGates } from '../features/feature-gates.js';
import { fullObject } from '../testing/full-object.js';
import { kubernetesDefinitions } from '../wire/kubernetes-definitions.fixture.js';

/** Items of a long list. */
const LENGTH = 400;
/** Most reads of one item while its object is checked: a check that compares each item with each reads it 200 times. */
const MOST_READS = 60;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that differs from that of other numbers in all texts and numbers. */
function variant(value: unknown, number: number): unknown {
  if (typeof value === 'string') return `${value}${number}`;
  if (typeof value === 'number') return value + number;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => variant(item, number));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, variant(one, number)]))
    : value;
}

/** Counts reads of items. */
class WatchedLists {
  private readonly counts: { reads: number; readonly where: string }[] = [];

  of(items: readonly unknown[], where: string): readonly unknown[] {
    const count = { reads: 0, where };
    this.counts.push(count);
    return new Proxy(items, {
      get: (list, key, receiver) => {
        if (typeof key === 'string' && key !== 'length') count.reads++;
        return Reflect.get(list, key, receiver) as unknown;
      },
    });
  }

  get overread(): string[] {
    return this.counts.filter(({ reads }) => reads > MOST_READS * LENGTH).map(({ where }) => where);
  }
}

/** One copy for each object that has lists: these are long in it, all other lists have one item. */
function* withLongLists(value: unknown, lists: WatchedLists, where: string): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const item of withLongLists(value[0], lists, `${where}[]`)) yield [item];
  }
  if (!isObject(value)) return;
  const entries = Object.entries(value);
  if (entries.some(([, one]) => Array.isArray(one))) {
    yield Object.fromEntries(
      entries.map(([name, one]) => [
        name,
        Array.isArray(one)
          ? lists.of(
              Array.from({ length: LENGTH }, (_, number) => variant(one[0], number)),
              `${where}.${name}`,
            )
          : one,
      ]),
    );
  }
  for (const [name, one] of entries) {
    if (name === 'metadata') continue;
    // Pods are checked as a kind.
    if (where.endsWith('emplate') && name === 'spec') continue;
    for (const long of withLongLists(one, lists, `${where}.${name}`)) yield { ...value, [name]: long };
  }
}

describe('validation takes time in proportion to the length of each list', () => {
  const context: StrategyContext = {
    vocabulary: vocabularies.kubernetes,
    user: { username: 'alice', groups: ['system:authenticated'] },
    now: '2024-01-01T00:00:00Z',
    features: new ReleaseGates(),
  };
  const validated = kubernetesDefinitions.filter(
    ({ conversion, strategy }) => !conversion && strategy.validateCreate !== undefined,
  );
  it.each(validated.map((definition) => [`${definition.gvk.kind} of "${definition.gvk.group}"`, definition] as const))(
    '%s',
    (_name, { struct, strategy, subresources }) => {
      const full = fullObject(struct!);
      const lists = new WatchedLists();
      for (const long of withLongLists(full, lists, '')) {
        const object = long as ApiObject;
        strategy.validateCreate!(object, context);
        strategy.validateUpdate?.(object, object, context);
        for (const one of subresources.values()) one.validateUpdate?.(object, object, context);
      }
      expect([...new Set(lists.overread)]).toEqual([]);
    },
  );
});
