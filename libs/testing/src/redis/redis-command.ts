import { Redis } from 'ioredis';
import type { RedisCertificates } from './redis-options.js';

/** Access to a server for tests. */
export interface RedisAccess {
  readonly port: number;
  readonly user?: { readonly name: string; readonly password: string };
  readonly certificates?: RedisCertificates;
}

/**
 * Runs one command on a new connection, independent of restarts between commands.
 * Rejects with the server's error, or when it is unreachable; does not retry.
 */
export async function redisCommand(access: RedisAccess, args: readonly (string | number)[]): Promise<unknown> {
  const { user, certificates } = access;
  const redis = new Redis({
    host: '127.0.0.1',
    port: access.port,
    lazyConnect: true,
    // The ready check fails on a stopped or full server, which must still get the command.
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
