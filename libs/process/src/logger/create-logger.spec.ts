import { createLogger } from './create-logger.js';
import type { LogFormat } from './logger.js';
import { REDACTED, redact } from './redact.js';

const now = () => new Date(Date.UTC(2026, 10, 21));
function capture(format: LogFormat, level?: 'debug' | 'warn') {
  const lines: string[] = [];
  return {
    lines,
    logger: createLogger({ format, level, now, write: (line) => lines.push(line), fields: { app: 'x' } }),
  };
}

it('text is for people', () => {
  const { lines, logger } = capture('text');
  logger.child({ ns: 'a b' }).info('hello', { n: 1 });
  expect(lines).toEqual(['2026-11-21T00:00:00.000Z INFO  hello app=x ns="a b" n=1\n']);
});

it('text has no control characters of its fields, also not of an error with several lines', () => {
  const { lines, logger } = capture('text');
  const hostile = 'a\x1b]0;title\x07b\r2026-11-21T00:00:00.000Z INFO  forged\x9b2J\u202e';
  logger.warn('failed', { name: hostile, error: new Error(`first\n${hostile}`) });
  // oxlint-disable-next-line no-control-regex
  expect(lines.join('')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(lines.join('')).toContain('a^[]0;title^Gb^M2026');
});

it('json is one object a line', () => {
  const { lines, logger } = capture('json');
  logger.warn('hello', { n: 1 });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'warn',
    time: '2026-11-21T00:00:00.000Z',
    app: 'x',
    n: 1,
    message: 'hello',
  });
});

it('writes only what is as severe as the level', () => {
  const { lines, logger } = capture('text', 'warn');
  logger.debug('a');
  logger.info('b');
  logger.warn('c');
  logger.error('d');
  expect(lines.map((line) => line.slice(25, 32))).toEqual(['WARN  c', 'ERROR d']);
});

it('an error is written with its stack and causes', () => {
  const { lines, logger } = capture('text');
  logger.error('failed', { error: new Error('outer', { cause: new Error('inner') }) });
  expect(lines[0]).toMatch(/failed app=x\n {2}error: Error: outer\n[\s\S]*caused by: Error: inner/);
});

describe('secrets', () => {
  const key = '-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----';
  const rows: [string, unknown, unknown][] = [
    ['headers', { headers: { Authorization: 'Bearer abc' } }, { headers: { Authorization: REDACTED } }],
    ['names in any style', { client_secret: 'a', 'token-secret': 'b', idToken: 'c' }, { client_secret: REDACTED, 'token-secret': REDACTED, idToken: REDACTED }],
    ['secret data', { kind: 'Secret', data: { a: 'b' }, stringData: { a: 'b' } }, { kind: 'Secret', data: REDACTED, stringData: REDACTED }],
    ['data of other kinds stays', { kind: 'ConfigMap', data: { a: 'b' } }, { kind: 'ConfigMap', data: { a: 'b' } }],
    ['in lists', [{ kind: 'Secret', data: { a: 'b' } }], [{ kind: 'Secret', data: REDACTED }]],
    ['credentials in text', 'got Bearer abc.def-g here', `got Bearer ${REDACTED} here`],
    ['credentials in addresses', 'to redis+sentinel://u:p@a,b/x and https://a/b@c', `to redis+sentinel://${REDACTED}@a,b/x and https://a/b@c`],
    ['keys in text', `k ${key} k`, `k ${REDACTED} k`],
    ['a key without its end', `k ${key.slice(0, 40)}`, `k ${REDACTED}`],
    ['bytes', Buffer.from('secret'), '[6 bytes]'],
  ]; // prettier-ignore
  for (const [name, value, want] of rows) it(name, () => expect(redact(value)).toEqual(want));

  for (const format of ['text', 'json'] as const) {
    it(`never reach a ${format} line`, () => {
      const { lines, logger } = capture(format);
      logger
        .child({ token: 's3cret' })
        .error('Bearer s3cret', { error: new Error('Bearer s3cret'), password: 's3cret' });
      expect(lines.join('')).not.toContain('s3cret');
    });
  }

  it('a cycle ends', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(JSON.stringify(redact(loop))).toContain('[deep]');
  });
});
