import { hash, randomBytes } from 'node:crypto';
import type { Requester } from '@orch/http';
import { connectionOf } from './connection-of.js';

/** A longer token is not kept: thousands of idle connections may have sent one. Unit: characters. */
const MAX_KEPT = 4_096;

/** The last token of a connection. */
interface Hashed {
  readonly token: string;
  readonly hash: string;
}

/** A part of a string, such as of a header with 60 KB of spaces of other encodings, would keep all of it. */
const copyOf = (token: string): string => Buffer.from(token).toString();

/**
 * Keyed hashes of bearer tokens, by which they are looked up: the duration of a look-up does not reveal how much of a token was right, and no token
 * stays in memory because of it.
 *
 * HOT PATH (bench: get): clients send the same token with each request of a connection, so the hash of the last one is kept as long as the connection, with
 * what that client itself sent, up to 4,096 characters. The user is looked up each time.
 */
export class TokenHashes {
  private readonly salt = randomBytes(32).toString('base64');
  private readonly last = new WeakMap<object, Hashed>();

  /** The same for the same token. @param requester of the token, if it came in the header of a request. */
  of(token: string, requester?: Requester): string {
    const connection = requester && connectionOf(requester.raw);
    if (!connection || token.length > MAX_KEPT) return this.hashed(token);
    const known = this.last.get(connection);
    if (known?.token === token) return known.hash;
    const made = { token: copyOf(token), hash: this.hashed(token) };
    this.last.set(connection, made);
    return made.hash;
  }

  private hashed(token: string): string {
    return hash('sha256', this.salt + token, 'base64');
  }
}
