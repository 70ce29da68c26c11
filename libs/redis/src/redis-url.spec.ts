import fc from 'fast-check';
import { parseRedisUrls, RedisUrlError, type RedisTarget } from './redis-url.js';

const single = (more: object = {}) => ({ kind: 'single', host: '127.0.0.1', port: 6_379, tls: false, ...more });

describe('the addresses of a store', () => {
  const rows: [string, string[], unknown][] = [
    ['a single server', ['redis://127.0.0.1'], single()],
    ['its port', ['redis://127.0.0.1:7000'], single({ port: 7_000 })],
    ['TLS', ['rediss://127.0.0.1'], single({ tls: true })],
    ['a scheme in capitals', ['REDIS://127.0.0.1'], single()],
    ['a final slash', ['redis://127.0.0.1/'], single()],
    ['a database', ['redis://127.0.0.1/3'], single({ db: 3 })],
    ['user and password', ['redis://orch:se%40cret@127.0.0.1'], single({ username: 'orch', password: 'se@cret' })],
    ['a password alone', ['redis://:p:w@127.0.0.1'], single({ password: 'p:w' })],
    ['a user alone', ['redis://orch@127.0.0.1'], single({ username: 'orch' })],
    ['an "@" that was not encoded', ['redis://orch:a@b@127.0.0.1'], single({ username: 'orch', password: 'a@b' })],
    ['a host name', ['redis://redis_1.example'], single({ host: 'redis_1.example' })],
    ['IPv6', ['redis://[::1]:7000'], single({ host: '::1', port: 7_000 })],
    ['a socket', ['redis+unix:///run/a%20b.sock'], { kind: 'unix', path: '/run/a b.sock', tls: false }],
    [
      'a socket with a user',
      ['redis+unix://orch:x@/run/r.sock'],
      { kind: 'unix', path: '/run/r.sock', tls: false, username: 'orch', password: 'x' },
    ],
    [
      'Sentinels',
      ['rediss+sentinel://u:p@a:1,[::2],c/main/2'],
      {
        kind: 'sentinel',
        sentinels: [
          { host: 'a', port: 1 },
          { host: '::2', port: 26_379 },
          { host: 'c', port: 26_379 },
        ],
        name: 'main',
        tls: true,
        username: 'u',
        password: 'p',
        db: 2,
      },
    ],
    [
      'Sentinels in several addresses, one of them twice',
      ['redis+sentinel://a/main', 'redis+sentinel://b', 'redis+sentinel://a'],
      {
        kind: 'sentinel',
        sentinels: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 26_379 },
        ],
        name: 'main',
        tls: false,
      },
    ],
    [
      'a cluster in several addresses',
      ['redis+cluster://a:7000,b', 'redis+cluster://u:p@c'],
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7_000 },
          { host: 'b', port: 6_379 },
          { host: 'c', port: 6_379 },
        ],
        tls: false,
        username: 'u',
        password: 'p',
      },
    ],
  ];
  it.each(rows)('%s', (_name, urls, want) => expect(parseRedisUrls(urls)).toEqual(want));
});

describe('invalid addresses are rejected with what is allowed', () => {
  const rows: [string, string[], RegExp][] = [
    ['none', [], /needs an address, such as redis:/],
    ['another scheme', ['http://a'], /^must begin with one of redis:\/\/, .*redis\+cluster:\/\//],
    ['no scheme', ['a:6379'], /^must begin with one of/],
    ['a cluster over a socket', ['rediss+unix:///a'], /^must begin with one of/],
    ['no host', ['redis://'], /needs a host name/],
    ['an empty host among others', ['redis+cluster://a,,b'], /needs a host name/],
    ['a host with a comma too many', ['redis://a,b'], /several single servers/],
    ['IPv6 without brackets', ['redis://::1:6379'], /in brackets/],
    ['an invalid IPv6 address', ['redis://[1.2.3.4]'], /in brackets/],
    ['port zero', ['redis://a:0'], /from 1 to 65535/],
    ['a port that is too high', ['redis://a:65536'], /from 1 to 65535/],
    ['a port that is not a number', ['redis://a:x'], /from 1 to 65535/],
    ['an empty port', ['redis://a:'], /from 1 to 65535/],
    ['a database that is not a number', ['redis://a/x'], /a database is a number/],
    ['too long a path', ['redis://a/1/2'], /too many parts/],
    ['a database of a cluster', ['redis+cluster://a/1'], /has one database/],
    ['Sentinels without a name', ['redis+sentinel://a:1'], /need the name of the primary/],
    ['Sentinels of two names', ['redis+sentinel://a/x', 'redis+sentinel://b/y'], /the name of the primary differs/],
    ['two single servers', ['redis://a', 'redis://b'], /several single servers/],
    ['two sockets', ['redis+unix:///a', 'redis+unix:///b'], /several single servers/],
    ['a socket without a path', ['redis+unix:///'], /absolute path of a socket/],
    ['a socket on a host', ['redis+unix://host/a'], /absolute path of a socket/],
    ['a cluster and a single server', ['redis+cluster://a', 'redis://a'], /same scheme/],
    ['with and without TLS', ['rediss+cluster://a', 'redis+cluster://a'], /same scheme/],
    ['two users', ['redis+cluster://u:p@a', 'redis+cluster://v:p@a'], /the user differs/],
    ['two passwords', ['redis+cluster://u:p@a', 'redis+cluster://u:q@a'], /the password differs/],
    ['a query', ['redis://a?db=1'], /no part after/],
    ['a space', ['redis://a b'], /no part after/],
    ['a bad percent', ['redis://u:%zz@a'], /write "%" as %25/],
  ];
  it.each(rows)('%s', (_name, urls, want) => {
    expect(() => parseRedisUrls(urls)).toThrow(RedisUrlError);
    expect(() => parseRedisUrls(urls)).toThrow(want);
  });

  it('are rejected without quoting a password', () => {
    const forms = [
      'redis://u:#@',
      '#',
      'redis://:#:h',
      '#://h',
      'redis://u:#/x@h/y',
      'redis://h/#',
      'redis://u:%zz#@h',
      'redis+unix://#',
    ];
    for (const form of forms) {
      let message = '';
      try {
        parseRedisUrls([form.replace('#', 'hunter2')]);
      } catch (error) {
        message = String(error);
      }
      expect(message).toContain('RedisUrlError');
      expect(message).not.toContain('hunter2');
    }
  });
});

it('any user and password round-trip', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(text, text, (username, password) => {
      const url = `redis://${encodeURIComponent(username)}:${encodeURIComponent(password)}@h:1`;
      const want: RedisTarget = { kind: 'single', host: 'h', port: 1, tls: false, username, password };
      expect(parseRedisUrls([url])).toEqual(want);
    }),
  );
});

it('any text is parsed or rejected with a RedisUrlError', () => {
  const pieces = fc.constantFrom(
    'redis',
    's',
    '+sentinel',
    '+cluster',
    '+unix',
    '://',
    ':',
    '/',
    '@',
    ',',
    '[',
    ']',
    '%',
    '?',
    '1',
    'a',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      try {
        parseRedisUrls([parts.join('')]);
      } catch (error) {
        expect(error).toBeInstanceOf(RedisUrlError);
      }
    }),
  );
});
