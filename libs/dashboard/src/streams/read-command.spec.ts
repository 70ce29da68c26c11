import { readCommand } from './read-command.js';

const read = (value: unknown) => readCommand(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const path = '/api/v1/pods?watch=true';

it('reads what to open and to close', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json';
  expect(
    read({
      open: [
        { watch: 'a', path },
        { watch: 'b', path, accept: table },
      ],
      close: ['c'],
    }),
  ).toEqual({
    open: [
      { watch: 'a', path, accept: 'application/json' },
      { watch: 'b', path, accept: table },
    ],
    close: ['c'],
  });
  expect(read({})).toEqual({ open: [], close: [] });
});

it.each([
  ['', 'not JSON'],
  ['{"open":', 'not JSON'],
  ['\xff', 'not JSON'],
  ['[]', 'must be a JSON object'],
  ['null', 'must be a JSON object'],
  [{ opens: [] }, 'unknown field "opens"'],
  ['{"__proto__":{"open":[]}}', 'unknown field "__proto__"'],
  [{ open: {} }, 'open must be a list'],
  [{ close: [1] }, 'the id of a watch'],
  [{ open: [null] }, 'open[0] must be an object'],
  [{ open: [{ path }] }, 'the id of a watch'],
  [{ open: [{ watch: 'a\n', path }] }, 'the id of a watch'],
  [{ open: [{ watch: 'a'.repeat(65), path }] }, 'the id of a watch'],
  [
    {
      open: [
        { watch: 'a', path },
        { watch: 'a', path },
      ],
    },
    'the watch "a" is there twice',
  ],
  [{ open: [{ watch: 'a', path: '/api/v1/pods' }] }, 'open[0].path must be the path of a watch'],
  [{ open: [{ watch: 'a', path, accept: 'application/yaml' }] }, 'open[0].accept must name media types of JSON'],
  [{ open: [{ watch: 'a', path, accept: 'application/json, */*' }] }, 'open[0].accept'],
  [{ open: [{ watch: 'a', path, accept: 'application/json;x=\r\nCookie: y' }] }, 'open[0].accept'],
  [{ open: [{ watch: 'a', path, accept: 1 }] }, 'open[0].accept'],
])('refuses %j: %s', (body, message) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: 400, message: expect.stringContaining(message) }));
});

it('refuses more than a stream may have before it reads any of them', () => {
  const many = Array.from({ length: 129 }, () => null);
  expect(() => read({ open: many })).toThrow(expect.objectContaining({ code: 429 }));
  expect(() => read({ close: Array.from({ length: 1_025 }, () => null) })).toThrow('close may have at most 1024');
});

it('refuses a large body before it is parsed', () => {
  expect(read(`{}${' '.repeat(262_142)}`)).toEqual({ open: [], close: [] });
  expect(() => read(`{}${' '.repeat(262_143)}`)).toThrow(expect.objectContaining({ code: 413 }));
});
