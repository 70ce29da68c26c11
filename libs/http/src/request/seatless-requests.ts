import { ApiError } from '@orch/apimachinery';
import type { Flow } from './fair-queue.js';

/** Memory of a request apart from its headers and its body. Unit: bytes. */
const REQUEST_BYTES = 16 * 1024;
/** Memory of all requests whose bodies have not arrived. Unit: bytes. */
const LIMIT_BYTES = 256 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** A request that waits for its body. */
export interface AwaitedBody {
  /** Bytes have arrived. */
  grow(bytes: number): void;
  /** The body has arrived, or is no longer awaited. Called once or more. */
  end(): void;
}

/** Refuses a request. Its `AwaitedBody` has ended. */
type Refuse = (why: ApiError) => void;

/** What requests of a flow hold, the oldest first. */
interface Held {
  bytes: number;
  readonly bodies: Map<AwaitedBody, Refuse>;
}

/**
 * Bounds the memory of requests that wait for their bodies. They hold no seat, so only this limits their number. Beyond
 * the limit the flow that holds most loses its oldest request: slow clients of one user do not take the room of others.
 * Exempt flows are not limited.
 */
export class AwaitedBodies {
  private readonly flows = new Map<string, Held>();
  private bytes = 0;

  /** @param limitBytes of all flows. Default 256 MiB. */
  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /**
   * @param headerBytes memory of its headers.
   * @param refuse called at most once, also before this returns.
   */
  begin({ name, exempt }: Flow, headerBytes: number, refuse: Refuse): AwaitedBody {
    if (exempt) return NOT_LIMITED;
    const held = this.heldBy(name);
    let own = 0;
    const grow = (bytes: number): void => {
      if (!held.bodies.has(body)) return;
      own += bytes;
      held.bytes += bytes;
      this.bytes += bytes;
      this.makeRoom();
    };
    const end = (): void => {
      if (!held.bodies.delete(body)) return;
      held.bytes -= own;
      this.bytes -= own;
      if (held.bodies.size === 0) this.flows.delete(name);
    };
    const body: AwaitedBody = { grow, end };
    held.bodies.set(body, refuse);
    grow(REQUEST_BYTES + headerBytes);
    return body;
  }

  private heldBy(name: string): Held {
    let held = this.flows.get(name);
    if (!held) this.flows.set(name, (held = { bytes: 0, bodies: new Map() }));
    return held;
  }

  private makeRoom(): void {
    while (this.bytes > this.limitBytes) {
      let most: Held | undefined;
      for (const held of this.flows.values()) if (!most || held.bytes > most.bytes) most = held;
      const [body, refuse] = most!.bodies.entries().next().value!;
      body.end();
      refuse(tooManyBodies());
    }
  }
}

const NOT_LIMITED: AwaitedBody = { grow: () => undefined, end: () => undefined };

const tooManyBodies = (): ApiError =>
  ApiError.tooManyRequests('too many requests wait for their bodies: try again later', RETRY_AFTER_SECONDS);
