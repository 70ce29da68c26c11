import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readTokenKeys, type SigningTokenKey } from '@orch/pki';
import { silentLogger } from '@orch/process';
import { followServingKey } from './load-token-keys.js';
import { TokenCache } from './token-cache.js';
import { DEFAULT_SERVICE_ACCOUNT_OPTIONS } from './service-account-options.js';
import { TokenKeys } from './token-keys.js';

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const newPem = (): string => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const keyOf = (pem: string): SigningTokenKey => readTokenKeys(pem)[0] as SigningTokenKey;

describe('key of the serving certificate', () => {
  const [first, second] = [newPem(), newPem()] as const;
  const ids = (keys: TokenKeys) => keys.all.map(({ keyId }) => keyId);

  it('B-025 D-015 the next one signs, the previous one still verifies', () => {
    const keys = new TokenKeys(keyOf(first), []);
    followServingKey(keys, DEFAULT_SERVICE_ACCOUNT_OPTIONS, second, silentLogger);
    expect(keys.signing.keyId).toBe(keyOf(second).keyId);
    expect(ids(keys)).toEqual([keyOf(second).keyId, keyOf(first).keyId]);
    expect(keys.candidates('ES256', keyOf(first).keyId)).toHaveLength(1);
  });
  it('B-024 is not used for tokens where a flag sets keys', () => {
    const keys = new TokenKeys(keyOf(first), []);
    followServingKey(keys, { ...DEFAULT_SERVICE_ACCOUNT_OPTIONS, keyFiles: ['x'] }, second, silentLogger);
    followServingKey(keys, { ...DEFAULT_SERVICE_ACCOUNT_OPTIONS, signingKeyFile: 'x' }, second, silentLogger);
    expect(ids(keys)).toEqual([keyOf(first).keyId]);
  });
  it('B-025 a key that cannot sign tokens is logged, and the previous one stays in use', () => {
    const keys = new TokenKeys(keyOf(first), []);
    const log = { ...silentLogger, warn: jest.fn() };
    const ed25519 = pemOf(generateKeyPairSync('ed25519').privateKey);
    followServingKey(keys, DEFAULT_SERVICE_ACCOUNT_OPTIONS, ed25519, log);
    expect(keys.signing.keyId).toBe(keyOf(first).keyId);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});

describe('TokenCache', () => {
  it('is bounded: the most recently used tokens stay', () => {
    const recent = new TokenCache<{ i: number }>(10);
    const known = () =>
      Array.from({ length: 100 }, (_, i) => recent.get(recent.keyOf(`t${i}`))?.i).filter((i) => i !== undefined);
    for (let i = 0; i < 100; i++) {
      recent.put(recent.keyOf(`t${i}`), { i }, 1);
      expect(recent.get(recent.keyOf('t0'))).toEqual({ i: 0 }); // used all the time
    }
    expect(known()).toEqual([0, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
  });
  it('is bounded in bytes: large results evict those that were not used for longest', () => {
    const recent = new TokenCache<{ i: number }>(10, 100);
    for (let i = 0; i < 5; i++) recent.put(`k${i}`, { i }, 40);
    recent.put('huge', { i: 5 }, 101);
    expect(['k0', 'k1', 'k2', 'k3', 'k4', 'huge'].filter((key) => recent.get(key))).toEqual(['k3', 'k4']);
  });
  it('has no token in its keys', () => {
    const recent = new TokenCache(10);
    const key = recent.keyOf('secret');
    expect(key).not.toContain('secret');
    expect(recent.keyOf('secret')).toBe(key);
    expect(new TokenCache(10).keyOf('secret')).not.toBe(key);
  });
  it('deletes a result', () => {
    const recent = new TokenCache(10);
    recent.put('k', {}, 1);
    recent.delete('k');
    expect(recent.get('k')).toBeUndefined();
  });
});
