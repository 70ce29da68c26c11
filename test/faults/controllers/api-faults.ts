import type { Dice } from '../consistency/dice.js';

/** A request, as far as it decides what may go wrong with it. */
export interface AskedCall {
  readonly method: string;
  readonly isWatch: boolean;
  readonly isList: boolean;
}

/** `before`: the server does not see the request; `after`: it does, and its answer is lost or another one. */
export interface CallFault {
  readonly name: string;
  readonly when: 'before' | 'after';
  /** Undefined: the connection is reset. */
  readonly answer?: { readonly code: number; readonly reason: string; readonly retryAfterSeconds?: number };
  /** Unit: milliseconds. */
  readonly delayMs?: number;
}

const CONFLICT: CallFault = { name: '409 on a write', when: 'before', answer: { code: 409, reason: 'Conflict' } };
const ERROR: CallFault = { name: '500', when: 'before', answer: { code: 500, reason: 'InternalError' } };
const EXPIRED: CallFault = { name: '410', when: 'before', answer: { code: 410, reason: 'Expired' } };
const BUSY: CallFault = {
  name: '429',
  when: 'before',
  answer: { code: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 },
};
const UNAVAILABLE: CallFault = {
  name: '503',
  when: 'before',
  answer: { code: 503, reason: 'ServiceUnavailable', retryAfterSeconds: 1 },
};
const RESET: CallFault = { name: 'connection reset before a request', when: 'before' };
const LOST: CallFault = { name: 'lost answer', when: 'after' };
const WRONG: CallFault = {
  name: '500 after a write',
  when: 'after',
  answer: { code: 500, reason: 'InternalError' },
};

/** Faults of requests with their chance each. */
const OF_WATCHES: readonly (readonly [number, CallFault])[] = [[0.05, EXPIRED], [0.05, ERROR], [0.02, RESET]]; // prettier-ignore
const OF_LISTS: readonly (readonly [number, CallFault])[] = [[0.05, EXPIRED], [0.03, ERROR], [0.01, UNAVAILABLE], [0.02, LOST]]; // prettier-ignore
const OF_READS: readonly (readonly [number, CallFault])[] = [
  [0.02, ERROR],
  [0.01, UNAVAILABLE],
  [0.02, LOST],
];
const OF_CREATES: readonly (readonly [number, CallFault])[] = [[0.02, ERROR], [0.01, BUSY], [0.01, UNAVAILABLE], [0.02, RESET], [0.03, LOST], [0.03, WRONG]]; // prettier-ignore
const OF_CHANGES: readonly (readonly [number, CallFault])[] = [...OF_CREATES, [0.04, CONFLICT]];

/** What goes wrong with a request, by chance; mostly nothing. */
export function faultOf(asked: AskedCall, dice: Dice): CallFault | undefined {
  let turn = dice.next();
  for (const [chance, fault] of tableOf(asked)) {
    if (turn < chance) return fault;
    turn -= chance;
  }
  const isSlow = !asked.isWatch && turn < 0.03;
  return isSlow ? { name: 'slow answer', when: 'after', delayMs: dice.between(50, 1_000) } : undefined;
}

function tableOf({ method, isWatch, isList }: AskedCall): readonly (readonly [number, CallFault])[] {
  if (isWatch) return OF_WATCHES;
  if (isList) return OF_LISTS;
  if (method === 'GET') return OF_READS;
  return method === 'POST' ? OF_CREATES : OF_CHANGES;
}
