import { readRemoteSwagger } from './read-swagger.js';

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const get = (schema: object, more: object = {}) => ({
  get: { responses: { '200': { description: 'OK', schema } }, ...more },
});
const read = (document: object) => readRemoteSwagger(document, 'hash', 'a.example.com', 'v1');

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
  const { paths, definitions } = readRemoteSwagger(JSON.parse(text), 'hash', 'a.example.com', 'v1');
  expect([paths.size, definitions.size]).toEqual([0, 0]);
});

it.each(['items', 'x-deep'])('cuts endless %s', (key) => {
  const deep = `{"${key}":`.repeat(50_000) + '1' + '}'.repeat(50_000);
  const text = `{"definitions":{"Deep":${deep}}}`;
  const { definitions } = readRemoteSwagger(JSON.parse(text), 'hash', 'a.example.com', 'v1');
  expect(JSON.stringify([...definitions]).length).toBeLessThan(2_000);
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
