import { AggregatedJson, type HashedPieces } from './aggregated-json.js';
import { aggregatedItem, aggregatedList, type GroupContent, type GroupSource } from './aggregated-list.js';

const API_VERSION = 'apidiscovery.example.com/v2';

const contentOf = (name: string): GroupContent => ({
  name,
  versions: [{ version: 'v1', resources: [], isCurrent: name !== 'stale.example.com' }],
});

const textOf = ({ pieces }: HashedPieces): string => Buffer.concat(pieces).toString();

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
  expect(textOf(new AggregatedJson().write(API_VERSION, groups))).toBe(whole);
  const empty = `${JSON.stringify(aggregatedList(API_VERSION, []))}\n`;
  expect(textOf(new AggregatedJson().write(API_VERSION, []))).toBe(empty);
});

it('lists the resources of changed groups alone', () => {
  const { groups, listed } = groupsOf(['a', 'b', 'c']);
  const writer = new AggregatedJson();
  writer.write(API_VERSION, groups);
  const changed = groups.map((group) => (group.name === 'b' ? { ...group, sources: [{}] } : group));
  const after = writer.write(API_VERSION, [...changed.slice(1), changed[0]!]);
  expect(listed).toEqual(['a', 'b', 'c', 'b']);
  expect(JSON.parse(textOf(after)).items.map(({ metadata }: { metadata: object }) => metadata)).toEqual(
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

it('documents share the memory of unchanged groups, wherever they are', () => {
  const { groups } = groupsOf(['a', 'b', 'c']);
  const [a, b, c] = groups as [GroupSource, GroupSource, GroupSource];
  const writer = new AggregatedJson();
  const whole = (all: readonly GroupSource[]): string => textOf(new AggregatedJson().write(API_VERSION, all));
  /** Where the JSON of each piece ends, and in what memory. */
  const memory = (pieces: readonly Buffer[]): Map<string, readonly [ArrayBufferLike, number]> =>
    new Map(
      pieces.map((piece) => [piece.toString().replace(/^,/, ''), [piece.buffer, piece.byteOffset + piece.length]]),
    );
  const before = writer.write(API_VERSION, groups);
  const text = textOf(before);
  const changed = { ...a, sources: [{}], content: () => ({ ...contentOf('a'), versions: [] }) };
  for (const next of [[changed, b, c], [c, b, changed], [b], []]) {
    const { pieces } = writer.write(API_VERSION, next);
    expect(Buffer.concat(pieces).toString()).toBe(whole(next));
    for (const name of ['b', 'c']) {
      const json = JSON.stringify(aggregatedItem(contentOf(name)));
      if (!next.some((group) => group.name === name)) continue;
      const [now, then] = [pieces, before.pieces].map((all) => memory(all).get(json)!);
      expect(now![0]).toBe(then![0]);
      expect(now![1]).toBe(then![1]);
    }
  }
  expect(textOf(before)).toBe(text);
});
