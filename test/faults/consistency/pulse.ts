import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from '@orch/testing';
import { Requester } from './requester.js';
import type { Replica } from './topology.js';

/** A server that is asked whether it lives answers within this, however long its store does not. Unit: milliseconds. */
const LIMIT_MS = 8_000;
const BETWEEN_MS = 200;

/** Feels, until the end, whether servers to which nothing is done answer at all. Returns those that did not. */
export async function feelPulse(replica: Replica, now: () => number, signal: AbortSignal): Promise<Violation[]> {
  const requester = new Requester(LIMIT_MS);
  const violations: Violation[] = [];
  while (!signal.aborted) {
    const { life } = replica;
    const start = now();
    const answer = life > 0 ? await requester.ask(replica.port, { method: 'GET', path: '/livez' }) : undefined;
    if (answer?.is === 'lost' && now() - start >= LIMIT_MS && life === replica.life)
      violations.push({
        rule: 'a server that runs answers',
        text: `${replica.name}, asked at ${start.toFixed()} ms, was silent for ${LIMIT_MS} ms`,
      });
    await pause(BETWEEN_MS);
  }
  requester.close();
  return violations;
}
