import { RedisSettingsError, StorageError } from '@orch/storage';
import { redisOpenErrorText } from './redis-open-error.js';
import type { RedisPlace } from './store-open-error.js';

const at = (...urls: string[]): RedisPlace => ({ flag: 'redis-url', urls });
const ONE = at('redis://u:hunter2@127.0.0.1:7000');
const TLS = at('rediss://127.0.0.1:7000');
const failed = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });
/** The error of the driver after a timeout. */
const gaveUp = (cause: Error) =>
  new StorageError('Unavailable', '', { message: `cannot be used: ${cause.message}`, cause });

describe('a store on Redis that cannot be opened', () => {
  const rows: [string, Error, RedisPlace, RegExp][] = [
    ['no listener', failed('connect ECONNREFUSED', 'ECONNREFUSED'), ONE, /Redis at 127.0.0.1:7000: nothing listens there: start Redis, .* \(connect ECONNREFUSED\)$/],
    ['no such host', failed('x', 'ENOTFOUND'), ONE, /there is no such host/],
    ['IPv6', failed('x', 'EHOSTUNREACH'), at('redis://[::1]'), /Redis at \[::1\]:6379: that host cannot be reached/],
    ['a socket', failed('x', 'ENOENT'), at('redis+unix:///a/b'), /Redis at \/a\/b: there is no such socket/],
    ['Sentinels', failed('All sentinels are unreachable and'), at('redis+sentinel://a,b:1/main'), /Redis "main" by the Sentinels at a:26379, b:1: no Sentinel there knows/],
    ['a cluster', failed('x', 'ECONNREFUSED'), at('redis+cluster://a,b:1'), /the Redis cluster at a:6379, b:1: nothing listens/],
    ['no cluster', failed('ERR This instance has cluster support disabled'), at('redis+cluster://a'), /is not a cluster: use redis:\/\//],
    ['silence', failed('x', 'ETIMEDOUT'), ONE, /does not answer: is it the right address, and is Redis running\? \(/],
    ['silence with TLS', failed('x', 'ETIMEDOUT'), TLS, /does it speak TLS there\?/],
    ['hanging up without TLS', failed('x', 'ECONNRESET'), ONE, /hangs up; if it speaks TLS, use rediss:/],
    ['no TLS there', failed('x', 'ERR_SSL_WRONG_VERSION_NUMBER'), TLS, /does not speak TLS there/],
    ['an unknown authority', failed('x', 'SELF_SIGNED_CERT_IN_CHAIN'), TLS, /name that with --redis-ca-file/],
    ['another name', failed('x', 'ERR_TLS_CERT_ALTNAME_INVALID'), TLS, /a certificate for another name/],
    ['an old certificate', failed('x', 'CERT_HAS_EXPIRED'), TLS, /has expired/],
    ['no client certificate', failed('x', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), TLS, /see --redis-cert-file and --redis-key-file/],
    ['a wrong password', failed('WRONGPASS invalid'), ONE, /see --redis-username and --redis-password-file \(WRONGPASS/],
    ['no password', failed('NOAUTH Authentication required.'), ONE, /requires a password: name its file with --redis-password-file/],
    ['missing permissions', failed("NOPERM User x has no permissions to run the 'fcall' command"), ONE, /does not allow this user .*'fcall' command/],
    ['no such database', failed('ERR DB index is out of range'), ONE, /has no database of that number: correct/],
    ['an unknown error', failed('the moon is full'), ONE, /cannot be used \(the moon is full\)$/],
  ]; // prettier-ignore
  it.each(rows)('%s', (_name, error, place, want) => {
    const text = redisOpenErrorText(gaveUp(error), place)!;
    expect(text).toMatch(want);
    expect(text).toMatch(/^--redis-url: [^\n]*$/);
    expect(text).not.toContain('hunter2');
  });

  it('settings that lose writes are listed line by line', () =>
    expect(redisOpenErrorText(new RedisSettingsError('not safe:\n  one\n  two'), ONE)).toBe(
      '--redis-url: not safe:\n  one\n  two',
    ));
  it('an immediate refusal is recognized too', () =>
    expect(redisOpenErrorText(failed('NOAUTH Authentication required.'), ONE)).toContain('requires a password'));
  it('the flag is that of the store', () =>
    expect(
      redisOpenErrorText(gaveUp(failed('x', 'ECONNREFUSED')), { ...ONE, flag: 'redis-servers-overrides' }),
    ).toMatch(/^--redis-servers-overrides: Redis at/));
  it('names the flag of the store', () =>
    expect(redisOpenErrorText(new TypeError('x is not a function'), ONE)).toBeUndefined());
});
