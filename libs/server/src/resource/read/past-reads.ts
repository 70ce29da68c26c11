import { ApiError } from '@orch/apimachinery';
import { FairQueue, type Flow } from '@orch/http';

/** States that are rebuilt at once, each of another user: as much as all changes of the history window is in memory for each. */
const AT_ONCE = 2;
const WAITING = { total: 256, perFlow: 64 };
const RETRY_SECONDS = 2;

interface Waiting {
  readonly flow: Flow;
  readonly begin: () => void;
}

/**
 * Lists of past states. Such a state is rebuilt from all changes since, which takes time and, where these are only in the log of the store, memory,
 * whatever the page is: users take turns, and a user reads one at a time.
 */
export class PastReads {
  private free = AT_ONCE;
  /** Flows with a read in progress. */
  private readonly reading = new Set<string>();
  private readonly queue = new FairQueue<Waiting>(WAITING);

  /** Runs `read` when it is its turn. @throws ApiError TooManyRequests when too many wait, BadRequest when the signal is aborted before. */
  async run<T>(flow: Flow, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    await this.turn(flow, signal);
    try {
      return await read();
    } finally {
      this.end(flow);
    }
  }

  private turn(flow: Flow, signal: AbortSignal): Promise<void> | undefined {
    if (signal.aborted) throw aborted();
    if (this.free > 0 && this.mayBegin(flow)) return this.begin(flow);
    return new Promise((resolve, reject) => {
      const begin = () => resolve(this.begin(flow));
      if (this.queue.push(flow, { flow, begin }, signal, () => reject(aborted()))) return;
      reject(ApiError.tooManyRequests('too many lists of past states wait: try again later', RETRY_SECONDS));
    });
  }

  private mayBegin({ name, exempt }: Flow): boolean {
    return exempt || !this.reading.has(name);
  }

  private begin({ name, exempt }: Flow): undefined {
    this.free--;
    if (!exempt) this.reading.add(name);
  }

  private end({ name, exempt }: Flow): void {
    this.free++;
    if (!exempt) this.reading.delete(name);
    this.queue.shift((other) => !this.reading.has(other))?.begin();
  }
}

const aborted = (): ApiError => ApiError.badRequest('the request was aborted before it was served');

/** Of this process. */
export const pastReads = new PastReads();
