import { ApiError } from '@orch/apimachinery';
import { flowOfRequester, headerMemory, isReplyClosed, type Flow, type RequestContext } from '@orch/http';
import { heapLimitBytes } from '@orch/process';

/**
 * Selectors up to this length are not counted: those of usual clients. Each change of an object evaluates all of them, so the sum of their requirements
 * is bounded by the memory of the longer ones. Unit: characters of the query parameters.
 */
const SHORT_SELECTOR = 256;
/** Memory of a parsed selector for each of its characters, measured with sets of short values. */
const BYTES_PER_CHARACTER = 24;
/** Headers of usual clients are not counted. Unit: bytes. */
const USUAL_HEADERS = 8 * 1_024;
/** Share of the heap, and the part of it that one user may take. */
const MEMORY_SHARE = 1 / 16;
const USER_SHARE = 1 / 4;
const RETRY_SECONDS = 5;

/**
 * Limits the memory of the parsed selectors and the headers of all watches together: the number of watches is unlimited,
 * and each keeps both until it ends.
 */
export class WatchMemory {
  private total = 0;
  private readonly ofFlows = new Map<string, number>();

  /** @param limitBytes default: a sixteenth of the heap. */
  constructor(private readonly limitBytes: number = heapLimitBytes() * MEMORY_SHARE) {}

  /**
   * Reserves the memory of the selectors and headers of a watch until its answer closes.
   * @throws ApiError TooManyRequests when all watches together, or those of the user, hold too much.
   */
  reserve(context: Pick<RequestContext, 'query' | 'user' | 'impersonator' | 'raw' | 'reply'>): void {
    const { query, raw, reply } = context;
    if (isReplyClosed(reply)) return; // its client left before: `close` is not emitted again
    const characters = (query.get('labelSelector')?.length ?? 0) + (query.get('fieldSelector')?.length ?? 0);
    const selectors = characters <= SHORT_SELECTOR ? 0 : characters * BYTES_PER_CHARACTER;
    const headers = Math.max(0, headerMemory(raw.rawHeaders) - USUAL_HEADERS);
    if (selectors + headers === 0) return;
    const flow = flowOfRequester(context);
    this.take(flow, selectors + headers);
    reply.once('close', () => this.change(flow.name, -selectors - headers));
  }

  private take({ name, exempt }: Flow, bytes: number): void {
    const held = this.ofFlows.get(name) ?? 0;
    const isOver = this.total + bytes > this.limitBytes || held + bytes > this.limitBytes * USER_SHARE;
    if (isOver && !exempt) {
      throw ApiError.tooManyRequests(
        'watches with long selectors or headers hold too much memory: use shorter ones',
        RETRY_SECONDS,
      );
    }
    this.change(name, bytes);
  }

  private change(name: string, bytes: number): void {
    this.total += bytes;
    const held = (this.ofFlows.get(name) ?? 0) + bytes;
    if (held > 0) this.ofFlows.set(name, held);
    else this.ofFlows.delete(name);
  }
}

/** Of this process. */
export const watchMemory = new WatchMemory();
