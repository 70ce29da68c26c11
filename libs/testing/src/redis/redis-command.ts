import { Redis } from 'ioredis';
import type { RedisCertificates } from './redis-options.js';

/** How the tests reach a server. */
export interface RedisAccess {
  readonly port: number;
  readonly user?: { readonly name: string; readonly password: string };
  readonly certificates?: RedisCertificates;
}

/**
 * One command on a connection of its own, so that what happens to the server between two commands does not matter.
 * Rejects with the server's error, or when it cannot be reached; there is no second try.
 */
export async function redisCommand(access: RedisAccess, args: readonly (string | number)[]): Promise<unknown> {
  const { user, certificates } = access;
  const redis = new Redis({
    host: '127.0.0.1',
    port: access.port,
    lazyConnect: true,
    // A server that is stopped or full may not tell what it is, and is asked all the same.
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    ...(user ? { username: user.name, password: user.password } : {}),
    ...(certificates
      ? {
          tls: {
            ca: certificates.ca,
            cert: certificates.client.certificatePem,
            key: certificates.client.privateKeyPem,
          },
        }
      : {}),
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => (failure = error));
  try {
    await redis.connect();
    const [name, ...rest] = args;
    return await redis.call(String(name), ...rest);
  } catch (error) {
    throw failure ?? error;
  } finally {
    redis.disconnect();
  }
}
