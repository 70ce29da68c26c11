import { FillError } from '../fill-error.js';
import { StorageError } from '../storage-error.js';
import { RedisSettingsError } from './redis-settings.js';
import type { ServerLink } from './server-link.js';

/** Time limit of opening, for a Redis that is starting. */
const OPEN_LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** Waits until each of the links has its first connection. @throws permanent errors immediately; StorageError Unavailable. */
export async function firstSessions(links: readonly ServerLink[]): Promise<void> {
  const until = performance.now() + OPEN_LIMIT_MS;
  for (const link of links) await firstSession(link, until);
}

async function firstSession(link: ServerLink, until: number): Promise<void> {
  while (performance.now() < until) {
    if (await link.waitForConnection(LOOK_EVERY_MS)) return;
    if (isPermanent(link.lastFailure)) throw link.lastFailure;
  }
  const cause = link.lastFailure;
  const why = cause instanceof Error ? cause.message : 'no answer';
  throw new StorageError('Unavailable', '', { message: `Redis cannot be used: ${why}`, cause });
}

const isPermanent = (failure: unknown): boolean =>
  failure instanceof RedisSettingsError || failure instanceof FillError || isAboutAccess(failure);

/** A wrong password, a missing permission, an unknown database or an untrusted certificate: permanent errors. */
function isAboutAccess(failure: unknown): boolean {
  const { message = '', code = '' } = (failure ?? {}) as { message?: string; code?: string };
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR DB index)/.test(message) || /CERT|SIGNATURE/.test(code);
}
