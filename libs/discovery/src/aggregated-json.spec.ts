import { AggregatedJson } from './aggregated-json.js';
import { aggregatedList, type GroupContent, type GroupSource } from './aggregated-list.js';

const API_VERSION = 'apidiscovery.example.com/v2';

const contentOf = (name: string): GroupContent => ({
  name,
  versions: [{ version: 'v1', resources: [], isCurrent: name !== 'stale.example.com' }],
});

/** Groups that count how often their resources are listed. */
function groupsOf(names: readonly string[]) {
  const listed: string[] = [];
  const groups: GroupSource[] = names.map((name) => ({
    name,
    sources: [{ name }],
    content: () => {
      listed.push(name);
      return contentOf(name);
    },
  }));
  return { groups, listed };
}

it('C-292 writes what the whole list is in JSON', () => {
  const names = ['', 'apps.example.com', 'stale.example.com'];
  const { groups } = groupsOf(names);
  const whole = `${JSON.stringify(aggregatedList(API_VERSION, names.map(contentOf)))}\n`;
  expect(new AggregatedJson().write(API_VERSION, groups).bytes.toString()).toBe(whole);
  const empty = `${JSON.stringify(aggregatedList(API_VERSION, []))}\n`;
  expect(new AggregatedJson().write(API_VERSION, []).bytes.toString()).toBe(empty);
});

it('lists the resources of changed groups alone', () => {
  const { groups, listed } = groupsOf(['a', 'b', 'c']);
  const writer = new AggregatedJson();
  writer.write(API_VERSION, groups);
  const changed = groups.map((group) => (group.name === 'b' ? { ...group, sources: [{}] } : group));
  const after = writer.write(API_VERSION, [...changed.slice(1), changed[0]!]);
  expect(listed).toEqual(['a', 'b', 'c', 'b']);
  expect(JSON.parse(after.bytes.toString()).items.map(({ metadata }: { metadata: object }) => metadata)).toEqual(
    ['b', 'c', 'a'].map((name) => ({ name, creationTimestamp: null })),
  );
});

it('lists a group again whose definitions become fewer or more', () => {
  const { groups, listed } = groupsOf(['a']);
  const [group] = groups as [GroupSource];
  const writer = new AggregatedJson();
  writer.write(API_VERSION, [group]);
  writer.write(API_VERSION, [{ ...group, sources: [...group.sources, {}] }]);
  writer.write(API_VERSION, [group]);
  writer.write(API_VERSION, []);
  writer.write(API_VERSION, [group]);
  expect(listed).toEqual(['a', 'a', 'a', 'a']);
});

describe('the hash', () => {
  it('depends on the content alone, not on what was written before', () => {
    const { groups } = groupsOf(['a', 'b']);
    const writer = new AggregatedJson();
    const [a, b] = groups as [GroupSource, GroupSource];
    const { hash } = writer.write(API_VERSION, groups);
    writer.write(API_VERSION, [a]);
    const again = writer.write(API_VERSION, [a, { ...b, sources: [{}] }]);
    expect(again.hash).toBe(hash);
    expect(new AggregatedJson().write(API_VERSION, groupsOf(['a', 'b']).groups).hash).toBe(hash);
  });

  it('is another one for another order, another content, and another version of the document', () => {
    const { groups } = groupsOf(['a', 'stale.example.com']);
    const [a, b] = groups as [GroupSource, GroupSource];
    const changed = { ...b, content: () => ({ ...contentOf(b.name), versions: [] }) };
    const hashes = [groups, [b, a], [a], [a, changed], []].map(
      (all) => new AggregatedJson().write(API_VERSION, all).hash,
    );
    const hashOfOther = new AggregatedJson().write('apidiscovery.example.com/v2beta1', groups).hash;
    expect(new Set([...hashes, hashOfOther]).size).toBe(6);
  });
});

it('keeps the groups in the memory of the newest document, not in that of an older one', () => {
  const { groups } = groupsOf(['a', 'b', 'c']);
  const writer = new AggregatedJson();
  const write = (): Buffer => writer.write(API_VERSION, groups).bytes;
  const older = write();
  const text = older.toString();
  const newest = write();
  older.fill(0);
  expect(newest.toString()).toBe(text);
  const last = write();
  expect(last.toString()).toBe(text);
  // They are in it, and nowhere else.
  last.fill(0);
  expect(write().toString()).not.toBe(text);
});
