import { parseFieldSelector } from '@orch/apimachinery';
import type { Change } from '../cache/change.js';
import { Entry } from '../cache/entry.js';
import { GroupIndex } from './group-index.js';
import type { ObjectSelection } from './object-filter.js';
import { WatchGroup } from './watch-group.js';

const entry = (key: string, node: string) =>
  new Entry(key, 1, Buffer.from('{}'), () => ({ labels: undefined, fields: { 'spec.nodeName': node } }));
const change = (key: string, node: string, before?: string): Change => ({
  type: before === undefined ? 'ADDED' : 'MODIFIED',
  revision: 1,
  entry: entry(key, node),
  previous: before === undefined ? undefined : entry(key, before),
  timeMs: 0,
});
const group = (name: string, selection: Partial<ObjectSelection>) =>
  new WatchGroup({ namespace: undefined, name: undefined, labels: undefined, fields: undefined, ...selection }, name);

describe('group index', () => {
  const index = new GroupIndex();
  const groups = [
    group('all', {}),
    group('in a', { namespace: 'a' }),
    group('a/x', { namespace: 'a', name: 'x' }),
    group('x', { name: 'x' }),
    group('on n1', { fields: parseFieldSelector('spec.nodeName=n1') }),
    group('on n2 in a', { namespace: 'a', fields: parseFieldSelector('spec.nodeName=n2,status.phase=Pending') }),
    group('off n1', { fields: parseFieldSelector('spec.nodeName!=n1') }),
  ];
  groups.forEach((g) => index.add(g));
  const concerned = (c: Change) => {
    const seen: string[] = [];
    for (const [groups] of index.concerned([c])) for (const g of groups) seen.push(g.text);
    return seen.sort();
  };

  const cases: [string, Change, string[]][] = [
    ['by object, namespace and node', change('a\0x', 'n1'), ['a/x', 'all', 'in a', 'off n1', 'on n1', 'x']],
    ['not those of other namespaces and nodes', change('b\0x', 'n3'), ['all', 'off n1', 'x']],
    ['those of the node it left, too', change('b\0y', 'n2', 'n1'), ['all', 'off n1', 'on n1']],
    ['by node in its namespace only', change('a\0y', 'n2'), ['all', 'in a', 'off n1', 'on n2 in a']],
    ['by name in any namespace', change('c\0x', 'n3'), ['all', 'off n1', 'x']],
  ];
  it.each(cases)('finds groups %s', (_name, c, want) => expect(concerned(c)).toEqual(want));

  it('finds all groups by a field that cannot be read', () => {
    const damaged = new Entry('a\0y', 1, Buffer.from('{'), () => ({ labels: undefined, fields: {} }));
    const one = { ...change('a\0y', 'n1'), entry: damaged };
    expect(concerned(one)).toEqual(['all', 'in a', 'off n1', 'on n1', 'on n2 in a']);
  });

  it('does not find removed groups', () => {
    const other = new GroupIndex();
    groups.forEach((g) => other.add(g));
    groups.forEach((g) => other.remove(g));
    expect([...other.concerned([change('a\0x', 'n1')])]).toEqual([]);
  });
});
