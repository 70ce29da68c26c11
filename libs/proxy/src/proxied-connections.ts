import { ApiError, SharedPlaces } from '@orch/apimachinery';
import { headerMemory, type Flow } from '@orch/http';
import { heapLimitBytes, processMemoryBytes } from '@orch/process';

/** Proxied requests of all users at a time. Each has two connections, and a process may open some thousands. */
const MAX_REQUESTS = 2_048;
/** Memory of a proxied request apart from its headers: what both sides have sent and not read. Unit: bytes. */
const REQUEST_BYTES = 256 * 1_024;
/** The headers are kept as received, by name, and as sent to the backend. */
const HEADER_COPIES = 2;
/** Share of the memory of the process, and of its heap, which has the headers. */
const MEMORY_SHARE = 1 / 4;
const RETRY_SECONDS = 1;

/** What proxied requests may hold at a time. */
export interface ProxiedLimits {
  readonly requests: number;
  /** Unit: bytes. */
  readonly bytes: number;
}

const defaultLimits = (): ProxiedLimits => ({
  requests: MAX_REQUESTS,
  bytes: Math.min(processMemoryBytes(), heapLimitBytes()) * MEMORY_SHARE,
});

/**
 * Limits what proxied requests hold, as they last as long as their clients and backends want. Flows share it
 * ({@link SharedPlaces}). Exempt flows are not limited.
 */
export class ProxiedConnections {
  private readonly requests: SharedPlaces;
  private readonly bytes: SharedPlaces;

  /** @param limits default: 2,048 requests, and a quarter of the heap. */
  constructor({ requests, bytes }: ProxiedLimits = defaultLimits()) {
    this.requests = new SharedPlaces(requests);
    this.bytes = new SharedPlaces(bytes);
  }

  /**
   * Reserves the place of a request.
   * @param rawHeaders of the request.
   * @returns releases it; call it once.
   * @throws ApiError TooManyRequests.
   */
  reserve({ name, exempt }: Flow, rawHeaders: readonly string[]): () => void {
    if (exempt) return () => undefined;
    const bytes = REQUEST_BYTES + HEADER_COPIES * headerMemory(rawHeaders);
    if (!this.requests.hasRoom(name) || !this.bytes.hasRoom(name, bytes)) {
      throw ApiError.tooManyRequests('too many proxied requests at a time: end some of them', RETRY_SECONDS);
    }
    this.requests.take(name);
    this.bytes.take(name, bytes);
    return () => {
      this.requests.release(name);
      this.bytes.release(name, bytes);
    };
  }
}

/** Of this process. */
export const proxiedConnections = new ProxiedConnections();
