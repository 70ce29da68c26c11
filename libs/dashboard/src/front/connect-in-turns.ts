import { ArrivalLine } from '@orch/apimachinery';
import { NextTurn } from '@orch/process';
import type { buildConnector } from 'undici';

/** Connections that begin in one turn of the event loop: one with TLS takes about a millisecond. */
const PER_TURN = 4;

/** A connector whose connections begin in turns of the event loop, in order: hundreds of requests may come at once, and each has its own. */
export function connectInTurns(connect: buildConnector.connector): buildConnector.connector {
  const waiting = new ArrivalLine<() => void>();
  const nextTurn = new NextTurn(() => {
    for (let n = 0; n < PER_TURN && waiting.length > 0; n++) waiting.take()();
    if (waiting.length > 0) nextTurn.schedule();
  });
  return (...call) => {
    waiting.add(() => connect(...call));
    nextTurn.schedule();
  };
}
