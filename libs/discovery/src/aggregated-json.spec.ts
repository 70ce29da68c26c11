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
  expect(new AggregatedJson().write(API_VERSION, groups).toString()).toBe(whole);
  const empty = `${JSON.stringify(aggregatedList(API_VERSION, []))}\n`;
  expect(new AggregatedJson().write(API_VERSION, []).toString()).toBe(empty);
});

it('lists the resources of changed groups alone', () => {
  const { groups, listed } = groupsOf(['a', 'b', 'c']);
  const writer = new AggregatedJson();
  writer.write(API_VERSION, groups);
  const changed = groups.map((group) => (group.name === 'b' ? { ...group, sources: [{}] } : group));
  const after = writer.write(API_VERSION, [...changed.slice(1), changed[0]!]);
  expect(listed).toEqual(['a', 'b', 'c', 'b']);
  expect(JSON.parse(after.toString()).items.map(({ metadata }: { metadata: object }) => metadata)).toEqual(
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
