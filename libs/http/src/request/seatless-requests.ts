import { ApiError } from '@orch/apimachinery';
import type { Flow } from './fair-queue.js';

/** Memory of a request apart from its headers and its body. Unit: bytes. */
const REQUEST_BYTES = 16 * 1024;
/** Memory of all requests that wait without a seat. Unit: bytes. */
const LIMIT_BYTES = 256 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** A request that waits without a seat. */
export interface SeatlessRequest {
  /** Bytes of its body have arrived. */
  grow(bytes: number): void;
  /** It no longer waits. Called once or more. */
  end(): void;
}

/** Refuses a request. Its `SeatlessRequest` has ended. */
type Refuse = (why: ApiError) => void;

/** What requests of a flow hold, the oldest first. */
interface Held {
  bytes: number;
  readonly requests: Map<SeatlessRequest, Refuse>;
}

/**
 * Bounds the memory of requests that hold no seat while they wait: for their bodies, for a version that the cache has not reached, or for clients that do not read. Only this limits
 * their number. Beyond the limit the flow that holds most loses its oldest request: those of one user do not take the room of others. Exempt flows are
 * not limited.
 */
export class SeatlessRequests {
  private readonly flows = new Map<string, Held>();
  private bytes = 0;

  /** @param limitBytes of all flows. Default 256 MiB. */
  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /**
   * @param headerBytes memory of its headers, and of what else it holds.
   * @param refuse called at most once, also before this returns.
   */
  begin({ name, exempt }: Flow, headerBytes: number, refuse: Refuse): SeatlessRequest {
    if (exempt) return NOT_LIMITED;
    const held = this.heldBy(name);
    let own = 0;
    const grow = (bytes: number): void => {
      if (!held.requests.has(request)) return;
      own += bytes;
      held.bytes += bytes;
      this.bytes += bytes;
      this.makeRoom();
    };
    const end = (): void => {
      if (!held.requests.delete(request)) return;
      held.bytes -= own;
      this.bytes -= own;
      if (held.requests.size === 0) this.flows.delete(name);
    };
    const request: SeatlessRequest = { grow, end };
    held.requests.set(request, refuse);
    grow(REQUEST_BYTES + headerBytes);
    return request;
  }

  private heldBy(name: string): Held {
    let held = this.flows.get(name);
    if (!held) this.flows.set(name, (held = { bytes: 0, requests: new Map() }));
    return held;
  }

  private makeRoom(): void {
    while (this.bytes > this.limitBytes) {
      let most: Held | undefined;
      for (const held of this.flows.values()) if (!most || held.bytes > most.bytes) most = held;
      const [request, refuse] = most!.requests.entries().next().value!;
      request.end();
      refuse(tooManyWait());
    }
  }
}

const NOT_LIMITED: SeatlessRequest = { grow: () => undefined, end: () => undefined };

const tooManyWait = (): ApiError =>
  ApiError.tooManyRequests('too many requests wait: try again later', RETRY_AFTER_SECONDS);
