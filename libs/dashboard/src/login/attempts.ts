import { isIPv6 } from 'node:net';
import type { Clock } from '@orch/apimachinery';
import { LRUCache } from 'lru-cache';

/** Failures at once, and the time after which one no longer counts. */
export const MAX_FAILURES = 10;
export const DECAY_MS = 6_000;
const MAX_CLIENTS = 4_096;

interface Failures {
  count: number;
  sinceMs: number;
}

/** Failed logins of each client. Codes cannot be guessed anyway: this keeps guesses from costing anything. */
export class Attempts {
  private readonly clients = new LRUCache<string, Failures>({ max: MAX_CLIENTS });

  constructor(private readonly clock: Clock) {}

  /** Whether a client has failed too often. @param address of the client. */
  areTooMany(address: string | undefined): boolean {
    return this.of(networkOf(address)).count >= MAX_FAILURES;
  }

  failed(address: string | undefined): void {
    const network = networkOf(address);
    const failures = this.of(network);
    failures.count = Math.min(failures.count + 1, MAX_FAILURES); // those of concurrent requests lock the network out no longer
    this.clients.set(network, failures);
  }

  private of(network: string): Failures {
    const nowMs = this.clock.now();
    const failures = this.clients.get(network);
    if (!failures) return { count: 0, sinceMs: nowMs };
    failures.sinceMs = Math.min(failures.sinceMs, nowMs); // the clock may have been set back
    const over = Math.floor((nowMs - failures.sinceMs) / DECAY_MS);
    failures.count = Math.max(0, failures.count - over);
    failures.sinceMs += over * DECAY_MS;
    return failures;
  }
}

/** The address, of IPv6 its network of 64 bits, of which one client has as many addresses as it wants. */
function networkOf(address = ''): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return groups.slice(0, 4).join(':');
}
