import { RedisSettingsError, StorageError } from '@orch/storage';
import { explainedRedis } from './explained-redis.js';
import type { RedisPlace } from './store-open-error.js';

const at = (...urls: string[]): RedisPlace => ({ flag: 'redis-url', urls });
const ONE = at('redis://u:hunter2@127.0.0.1:7000');
const TLS = at('rediss://127.0.0.1:7000');
const failed = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });
/** As the driver words it when a time has passed. */
const gaveUp = (cause: Error) =>
  new StorageError('Unavailable', '', { message: `cannot be used: ${cause.message}`, cause });

describe('a store on Redis that cannot be opened', () => {
  const rows: [string, Error, RedisPlace, RegExp][] = [
    ['nobody listens', failed('connect ECONNREFUSED', 'ECONNREFUSED'), ONE, /Redis at 127.0.0.1:7000: nothing listens there: start Redis, .* \(connect ECONNREFUSED\)$/],
    ['no such host', failed('x', 'ENOTFOUND'), ONE, /there is no such host/],
    ['IPv6', failed('x', 'EHOSTUNREACH'), at('redis://[::1]'), /Redis at \[::1\]:6379: that host cannot be reached/],
    ['a socket', failed('x', 'ENOENT'), at('redis+unix:///a/b'), /Redis at \/a\/b: there is no such socket/],
    ['Sentinels', failed('All sentinels are unreachable and'), at('redis+sentinel://a,b:1/main'), /Redis "main" by the Sentinels at a:26379, b:1: no Sentinel there tells/],
    ['a cluster', failed('x', 'ECONNREFUSED'), at('redis+cluster://a,b:1'), /the Redis cluster at a:6379, b:1: nothing listens/],
    ['no cluster', failed('ERR This instance has cluster support disabled'), at('redis+cluster://a'), /is no cluster: use redis:\/\//],
    ['silence', failed('x', 'ETIMEDOUT'), ONE, /does not answer: is it the right address, and is Redis running\? \(/],
    ['silence with TLS', failed('x', 'ETIMEDOUT'), TLS, /does it speak TLS there\?/],
    ['hanging up without TLS', failed('x', 'ECONNRESET'), ONE, /hangs up; if it speaks TLS, use rediss:/],
    ['no TLS there', failed('x', 'ERR_SSL_WRONG_VERSION_NUMBER'), TLS, /does not speak TLS there/],
    ['an authority nobody knows', failed('x', 'SELF_SIGNED_CERT_IN_CHAIN'), TLS, /name that with --redis-ca-file/],
    ['another name', failed('x', 'ERR_TLS_CERT_ALTNAME_INVALID'), TLS, /a certificate for another name/],
    ['an old certificate', failed('x', 'CERT_HAS_EXPIRED'), TLS, /has expired/],
    ['no client certificate', failed('x', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), TLS, /see --redis-cert-file and --redis-key-file/],
    ['a wrong password', failed('WRONGPASS invalid'), ONE, /see --redis-username and --redis-password-file \(WRONGPASS/],
    ['no password', failed('NOAUTH Authentication required.'), ONE, /asks for a password: name its file with --redis-password-file/],
    ['too few rights', failed("NOPERM User x has no permissions to run the 'fcall' command"), ONE, /does not allow this user .*'fcall' command/],
    ['no such database', failed('ERR DB index is out of range'), ONE, /has no database of that number: correct/],
    ['what nobody thought of', failed('the moon is full'), ONE, /cannot be used \(the moon is full\)$/],
  ]; // prettier-ignore
  it.each(rows)('%s', (_name, error, place, want) => {
    const text = explainedRedis(gaveUp(error), place)!;
    expect(text).toMatch(want);
    expect(text).toMatch(/^--redis-url: [^\n]*$/);
    expect(text).not.toContain('hunter2');
  });

  it('settings that lose writes are told line by line', () =>
    expect(explainedRedis(new RedisSettingsError('not safe:\n  one\n  two'), ONE)).toBe(
      '--redis-url: not safe:\n  one\n  two',
    ));
  it('a refusal at once is understood too', () =>
    expect(explainedRedis(failed('NOAUTH Authentication required.'), ONE)).toContain('asks for a password'));
  it('the flag is that of the store', () =>
    expect(explainedRedis(gaveUp(failed('x', 'ECONNREFUSED')), { ...ONE, flag: 'redis-servers-overrides' })).toMatch(
      /^--redis-servers-overrides: Redis at/,
    ));
  it('a bug is none of these', () => expect(explainedRedis(new TypeError('x is no function'), ONE)).toBeUndefined());
});
