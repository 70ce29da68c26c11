import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, WorkLimitError } from '@orch/apimachinery';
import type { WriteRequest } from '@orch/registry';
import { testWrite } from '@orch/testing';
import { EventLoopWatchdog, SERVING } from '../../../libs/process/src/event-loop/event-loop-watchdog.js';
import { threadCpuClock } from '../../../libs/process/src/event-loop/thread-cpu-clock.js';
import { isLarge, smallWorkLimit } from '../../../libs/server/src/large-objects/is-large.js';
import { slowness } from '../slow/machine-speed.js';
import { MAX_TURN_MS } from '../slow/search.js';
import type { Operation, SweptKind } from './swept-kind.js';

/** The threshold of a server. */
const LARGE_MEMBERS = 3_000;
/** Runs again when a turn is long: the first ones compile code, and a loaded machine takes longer. */
const RUNS = 4;

/** Makes dry runs of writes as the event loop of a server does, and measures their longest turn. */
export class MeasuredWrites {
  private longest = 0;
  private readonly cpuMs = threadCpuClock();
  private readonly watchdog = new EventLoopWatchdog({
    thresholdMs: MAX_TURN_MS,
    onLongTurn: ({ cpuMs }) => (this.longest = Math.max(this.longest, cpuMs)),
  });

  constructor() {
    this.watchdog.phase = SERVING;
    this.watchdog.start();
  }

  close(): void {
    this.watchdog.stop();
  }

  /**
   * Makes a write.
   * @param stored bytes of the object that it changes.
   * @returns CPU time of its longest turn, the least of several runs; 0 for one below `MAX_TURN_MS`, and where a server makes it in its thread of large objects.
   * @throws anything but an ApiError below 500.
   */
  async longestTurn(kind: SweptKind, operation: Operation, stored: Uint8Array | undefined): Promise<number> {
    const sent = Buffer.from(JSON.stringify(operation.sent));
    if (isLarge(sent, LARGE_MEMBERS) || (stored && isLarge(stored, LARGE_MEMBERS))) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS && least > MAX_TURN_MS; run++) {
      await this.settled();
      this.longest = 0;
      const before = this.cpuMs();
      await written(kind, operation);
      if (this.cpuMs() - before < MAX_TURN_MS) return 0;
      await this.settled();
      least = Math.min(least, this.longest);
    }
    const atFullSpeed = least > MAX_TURN_MS ? least / slowness(this.cpuMs) : 0;
    return atFullSpeed > MAX_TURN_MS ? atFullSpeed : 0;
  }

  /** The watchdog has reported the turns so far: it does so in a later one. */
  private async settled(): Promise<void> {
    for (let turn = 0; turn < 8; turn++) await nextTurn();
  }
}

async function written({ store }: SweptKind, operation: Operation): Promise<void> {
  const overrides: Partial<WriteRequest> = { dryRun: true, limit: smallWorkLimit(LARGE_MEMBERS) };
  try {
    await operation.run(store, testWrite('default', overrides));
  } catch (error) {
    if (error instanceof WorkLimitError) return;
    if (!(error instanceof ApiError) || error.code >= 500) throw error;
    JSON.stringify(error.toStatus());
  }
}
