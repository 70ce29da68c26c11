import { ApiError, WorkLimitError } from '@orch/apimachinery';
import type { WriteRequest } from '@orch/registry';
import { testWrite } from '@orch/testing';
import { isLarge, LARGE_MEMBERS, smallWorkLimit } from '../../../libs/server/src/large-objects/is-large.js';
import { LongestTurn } from '../slow/longest-turn.js';
import type { Operation, SweptKind } from './swept-kind.js';

const RUNS = 4;

/** Makes dry runs of writes as the event loop of a server does, and measures their longest turn. */
export class MeasuredWrites {
  private readonly longest = new LongestTurn();

  close(): void {
    this.longest.close();
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
    return this.longest.of(() => written(kind, operation), RUNS);
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
