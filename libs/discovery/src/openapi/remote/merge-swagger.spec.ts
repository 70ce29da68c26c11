import type { DocumentPart } from '../document-part.js';
import { SwaggerMerge } from './merge-swagger.js';
import { RemoteSwagger, type Json } from '../../remote-swagger.js';

const KINDS = 'x-orch-group-version-kind';
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const remote = (definitions: Record<string, Json>, paths: Record<string, Json> = {}) =>
  new RemoteSwagger('hash', new Map(Object.entries(paths)), new Map(Object.entries(definitions)));

function merged(own: { schemas?: Record<string, Json>; paths?: Record<string, Json> }, ...remotes: RemoteSwagger[]) {
  const merge = new SwaggerMerge(remotes, KINDS);
  const add = (part: Pick<DocumentPart, 'in' | 'name'>, value: Json): void => {
    // eslint-disable-next-line require-yield
    const adding = merge.own(part, function* () {
      return value;
    });
    expect(adding.next().done).toBe(true);
  };
  for (const [name, value] of Object.entries(own.paths ?? {})) add({ in: 'paths', name }, value);
  for (const [name, value] of Object.entries(own.schemas ?? {})) add({ in: 'schemas', name }, value);
  return [...merge.parts()]
    .filter((part): part is DocumentPart => part !== undefined)
    .map(({ in: place, name, swagger }) => [place, name, swagger]);
}

it('adds definitions and paths', () =>
  expect(merged({}, remote({ Thing: { type: 'object' } }, { '/apis/a/v1/things': { get: ref('Thing') } }))).toEqual([
    ['schemas', 'Thing', { type: 'object' }],
    ['paths', '/apis/a/v1/things', { get: ref('Thing') }],
  ]));

it('shares an equal definition, and keeps a path that is there', () =>
  expect(
    merged(
      { schemas: { Meta: { type: 'object', description: 'm' } }, paths: { '/apis/a/v1/': { get: 1 } } },
      remote({ Meta: { description: 'm', type: 'object' } }, { '/apis/a/v1/': { get: 2 } }),
    ),
  ).toEqual([]));

it('renames a different definition, also where it is referred to', () =>
  expect(
    merged(
      { schemas: { Meta: { description: 'ours' }, Meta_v2: { description: 'ours too' } } },
      remote(
        { Meta: { description: 'theirs' }, Thing: { properties: { metadata: ref('Meta') } } },
        { '/apis/a/v1/things': { get: { schema: ref('Meta'), list: [ref('Thing')] } } },
      ),
    ),
  ).toEqual([
    ['schemas', 'Meta_v3', { description: 'theirs' }],
    ['schemas', 'Thing', { properties: { metadata: ref('Meta_v3') } }],
    ['paths', '/apis/a/v1/things', { get: { schema: ref('Meta_v3'), list: [ref('Thing')] } }],
  ]));

it('renames to no name of the same document, and shares what was renamed before', () => {
  const theirs = { Meta: { description: 'theirs' }, Meta_v2: { description: 'second' } };
  expect(merged({ schemas: { Meta: { description: 'ours' } } }, remote(theirs), remote({ Meta: theirs.Meta }))).toEqual(
    [
      ['schemas', 'Meta_v3', { description: 'theirs' }],
      ['schemas', 'Meta_v2', { description: 'second' }],
    ],
  );
});

it('reads each kind of equal definitions once, and a thousand of one document', () => {
  let reads = 0;
  const kinds = (group: string) =>
    Array.from({ length: 3_000 }, (_, at) =>
      Object.defineProperty({ group, version: 'v1' }, 'kind', { get: () => (reads++, `k${at}`), enumerable: true }),
    );
  const options = (group: string) => remote({ Options: { type: 'object', [KINDS]: kinds(group) } });
  const found = merged({}, options('a'), options('b'));
  expect((found[1]![2] as Json)[KINDS]).toHaveLength(2_000);
  expect(reads).toBeLessThan(5_000);
});

it('reads a definition once for all the names that others have taken, each in a step of its own', () => {
  const names = Array.from({ length: 1_000 }, (_, at) => (at === 0 ? 'Thing' : `Thing_v${at + 1}`));
  const first = remote(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
  let reads = 0;
  const wide = Object.defineProperty({ type: 'object' }, 'x-field', { get: () => (reads++, 1), enumerable: true });
  const merge = new SwaggerMerge([first, remote({ Thing: wide })], KINDS);
  const parts = [...merge.parts()];
  expect(parts.at(-1)?.name).toBe('Thing_v1001');
  expect(reads).toBeLessThan(10);
  // A step for each definition, and for each name that is taken.
  expect(parts.filter((part) => part === undefined).length).toBeGreaterThanOrEqual(2_000);
});

it('passes over kinds that are none', () => {
  const options = (kinds: unknown) => remote({ Options: { type: 'object', [KINDS]: kinds } });
  const kind = { group: 'a', version: 'v1', kind: 'Thing' };
  const found = merged({}, options(5), options([null, 'text', kind]), options('text'));
  expect(found.map(([, , value]) => (value as Json)[KINDS])).toEqual([5, [kind]]);
});

it('collects the kinds of equal definitions', () => {
  const kind = (group: string) => ({ group, version: 'v1', kind: 'DeleteOptions' });
  const own = { schemas: { Options: { type: 'object', [KINDS]: [kind('')] } } };
  const options = (group: string) => remote({ Options: { type: 'object', [KINDS]: [kind(''), kind(group)] } });
  expect(merged(own, options('a'), options('b'))).toEqual([
    ['schemas', 'Options', { type: 'object', [KINDS]: [kind(''), kind('a')] }],
    ['schemas', 'Options', { type: 'object', [KINDS]: [kind(''), kind('a'), kind('b')] }],
  ]);
});
