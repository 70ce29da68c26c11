import type { RemoteSwagger } from '../../remote-swagger.js';
import { readRemoteSwagger } from './read-swagger.js';

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const get = (schema: object, more: object = {}) => ({
  get: { responses: { '200': { description: 'OK', schema } }, ...more },
});
const steps = (document: unknown) => readRemoteSwagger(document, 'hash', 'a.example.com', 'v1');

function read(document: unknown): RemoteSwagger {
  const reading = steps(document);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

it('keeps the paths of the group version, and what they refer to', () => {
  const { paths, definitions } = read({
    paths: {
      '/apis/': get(ref('Groups')),
      '/apis/a.example.com/v1/': get(ref('Resources')),
      '/apis/a.example.com/v1/things': get(ref('ThingList')),
      '/apis/a.example.com/v10/things': get(ref('Other')),
    },
    definitions: {
      Groups: {},
      Resources: { type: 'object' },
      ThingList: { properties: { items: { type: 'array', items: ref('Thing') } } },
      Thing: { properties: { owner: ref('Thing') } },
      Other: { properties: { inner: ref('Inner') } },
      Inner: {},
      Unused: { description: 'of nothing' },
    },
  });
  expect([...paths.keys()]).toEqual(['/apis/a.example.com/v1/', '/apis/a.example.com/v1/things']);
  expect([...definitions.keys()].sort()).toEqual(['Resources', 'Thing', 'ThingList', 'Unused']);
});

it('puts shared parameters where they are used', () => {
  const { paths } = read({
    parameters: { 'pretty-1': { name: 'pretty', in: 'query', type: 'string' } },
    paths: {
      '/apis/a.example.com/v1/things': {
        ...get({}, { parameters: [{ $ref: '#/parameters/pretty-1' }, { $ref: '#/parameters/none' }] }),
        parameters: [{ $ref: '#/parameters/pretty-1' }],
      },
    },
  });
  const pretty = { name: 'pretty', in: 'query', type: 'string' };
  expect(paths.get('/apis/a.example.com/v1/things')).toMatchObject({
    get: { parameters: [pretty] },
    parameters: [pretty],
  });
});

it('keeps known fields of the right types only', () => {
  const odd = { type: 7, properties: { a: [], b: { type: 'string', enum: ['x', null], nope: 1 } }, items: 'x', required: [1, 'b'], 'x-own': { a: 1 }, default: false };
  const { paths, definitions } = read({
    paths: { '/apis/a.example.com/v1/things': { get: { tags: 'x', responses: [] }, trace: {}, put: 1 }, '/apis/a.example.com/v1/x': 'nothing' },
    definitions: { Odd: odd, None: null },
  });
  expect([...paths]).toEqual([['/apis/a.example.com/v1/things', { get: { responses: {} } }]]);
  expect([...definitions]).toEqual([
    ['Odd', { properties: { b: { type: 'string', enum: ['x'] } }, required: ['b'], 'x-own': { a: 1 }, default: false }],
  ]);
}); // prettier-ignore

it.each(['[]', '1', 'null', '{}', '{"paths":[],"definitions":1,"parameters":null}'])('is empty for %s', (text) => {
  const { paths, definitions } = read(JSON.parse(text));
  expect([paths.size, definitions.size]).toEqual([0, 0]);
});

it.each(['items', 'x-deep'])('cuts endless %s', (key) => {
  const deep = `{"${key}":`.repeat(50_000) + '1' + '}'.repeat(50_000);
  const text = `{"definitions":{"Deep":${deep}}}`;
  const { definitions } = read(JSON.parse(text));
  expect(JSON.stringify([...definitions]).length).toBeLessThan(2_000);
});

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]));
const path = (at: number) => `/apis/a.example.com/v1/things${at}`;

it('reads each path and each definition in a step', () => {
  const document = { paths: { [path(0)]: get({}), [path(1)]: get({}) }, definitions: many(10, {}) };
  expect([...steps(document)].length).toBeGreaterThanOrEqual(12);
});

it('leaves out the content of a definition, and a path, with too many fields', () => {
  const large = { properties: many(10_001, {}) };
  const { paths, definitions } = read({
    parameters: { p: { name: 'p', in: 'body', schema: { properties: many(6_000, {}) } } },
    paths: {
      [path(0)]: get(large),
      [path(1)]: { get: { parameters: [{ $ref: '#/parameters/p' }] } },
      [path(2)]: { parameters: Array.from({ length: 2 }, () => ({ $ref: '#/parameters/p' })) },
    },
    definitions: { Large: large, Small: { type: 'object' } },
  });
  expect([...paths.keys()]).toEqual([path(1)]);
  expect([...definitions]).toEqual([
    ['Large', {}],
    ['Small', { type: 'object' }],
  ]);
});

it('reads a shared parameter once', () => {
  const parameters = [{ $ref: '#/parameters/p' }];
  const { paths } = read({
    parameters: { p: { name: 'p', in: 'query' } },
    paths: { [path(0)]: { get: { parameters } }, [path(1)]: { get: { parameters } } },
  });
  const [one, other] = [...paths.values()].map(
    ({ get: operation }) => (operation as { parameters: unknown[] }).parameters[0],
  );
  expect(one).toBe(other);
});

it('refuses too many paths and definitions', () => {
  expect(read({ definitions: many(5_000, {}) }).definitions.size).toBe(5_000);
  expect(() => read({ definitions: many(5_001, {}) })).toThrow('too many paths and definitions');
});

it('refuses shared parameters that would become too large where they are used', () => {
  const p = { name: 'p', in: 'query', description: 'x'.repeat(100_000) };
  const paths = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `/apis/a.example.com/v1/things${i}`,
        { get: { parameters: [{ $ref: '#/parameters/p' }] } },
      ]),
    );
  expect(read({ parameters: { p }, paths: paths(50) }).paths.size).toBe(50);
  expect(() => read({ parameters: { p }, paths: paths(100) })).toThrow('too large where they are used');
});
