import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const MAX_INBOUND_CHARS = 64;

/**
 * Creates ids that identify one request in answers, logs and audit. A random prefix and a counter: unique across
 * processes without randomness per request. Formatted like a UUID.
 */
export class AuditIds {
  private readonly prefix: string;
  private counter = 0;

  constructor(seed: Buffer = randomBytes(10)) {
    const hex = seed.toString('hex').padEnd(20, '0');
    this.prefix = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-`;
  }

  /**
   * The client's `Audit-Id` when it is short and printable, so that calls across servers can be correlated; else a new
   * one.
   */
  idFor(headers: IncomingHttpHeaders): string {
    const inbound = headers['audit-id'];
    if (typeof inbound === 'string' && isUsable(inbound)) return inbound;
    return this.prefix + (++this.counter).toString(16).padStart(12, '0');
  }
}

function isUsable(id: string): boolean {
  if (id.length === 0 || id.length > MAX_INBOUND_CHARS) return false;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    if (code <= 0x20 || code >= 0x7f) return false;
  }
  return true;
}
