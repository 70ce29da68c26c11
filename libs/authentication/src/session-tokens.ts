import { hash, randomBytes } from 'node:crypto';
import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { InvalidCredential, type TokenAuthenticator, type TokenIdentity } from './authenticator.js';

/** Distinguishes them from other tokens. */
const PREFIX = 'session.';
/** 256 bits. */
const TOKEN_BYTES = 32;
/** Only tokens of this form are looked up here, and none of them is sent to a webhook, whose own tokens may begin alike. */
const FORM = /^session\.[\w-]{43}$/;
/** Lifetime of a session. Unit: milliseconds. */
export const SESSION_MS = 12 * 60 * 60 * 1_000;
/** Most sessions at a time; the oldest ends for a new one. */
export const MAX_SESSIONS = 64;

/** A token for its owner. */
export interface SessionToken {
  readonly token: string;
  /** Unit: milliseconds since 1970. */
  readonly expiresMs: number;
}

interface Session {
  readonly user: UserInfo;
  readonly expiresMs: number;
}

/**
 * Tokens of people who logged in without a token of their own. Valid at this server until they expire or it ends: they are kept in its memory
 * only, as hashes.
 */
export class SessionTokens implements TokenAuthenticator {
  readonly name = 'session';
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly clock: Clock) {}

  /** Begins a session. */
  issue(user: UserInfo): SessionToken {
    const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresMs = this.clock.now() + SESSION_MS;
    if (this.sessions.size >= MAX_SESSIONS) this.sessions.delete(this.sessions.keys().next().value!);
    this.sessions.set(keyOf(token), { user, expiresMs });
    return { token, expiresMs };
  }

  /** @throws InvalidCredential for a session that has expired, or that another server or an earlier process began. */
  authenticateToken(token: string): TokenIdentity | undefined {
    if (!FORM.test(token)) return undefined;
    const key = keyOf(token);
    const session = this.sessions.get(key);
    if (!session) throw new InvalidCredential('the session is unknown');
    if (this.clock.now() >= session.expiresMs) {
      this.sessions.delete(key);
      throw new InvalidCredential('the session has expired');
    }
    return { user: session.user };
  }
}

/** A reader that gets no session tokens: one that is unknown here may be valid at another server, so it must not reach a webhook. */
export const withoutSessionTokens = (reader: TokenAuthenticator): TokenAuthenticator => ({
  name: reader.name,
  authenticateToken: (token, audiences, requester) =>
    FORM.test(token) ? undefined : reader.authenticateToken(token, audiences, requester),
});

/** A token has 256 random bits: its hash needs no key, and the time of a look-up reveals nothing. */
const keyOf = (token: string): string => hash('sha256', token, 'base64');
