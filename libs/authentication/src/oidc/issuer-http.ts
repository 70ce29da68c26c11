import { text } from 'node:stream/consumers';
import { ApiError, decodeJson, withDeadline, type Clock, type CodecLimits } from '@orch/apimachinery';
import { boundedConnector } from '@orch/connections';
import { Agent, type Dispatcher } from 'undici';

/** Size limit of an answer: key sets and discovery documents have a few KiB. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** Timeout of a complete answer. */
export const ANSWER_LIMIT_MS = 10_000;
const MAX_REDIRECTS = 3;
const MAX_CONNECTIONS = 4;
/** More than the largest key set that is read. Decoded in one turn of the event loop. */
const LIMITS: CodecLimits = { maxDepth: 64, maxFields: 20_000 };

/** An unexpected answer of an issuer. The message is for the log. */
export class IssuerAnswerError extends Error {
  override readonly name = 'IssuerAnswerError';
}

/** Access token for a claim source. */
export interface Bearer {
  readonly token: string;
}

/** HTTP client for an issuer. Answers are limited in size and time; TLS is required. */
export class IssuerHttp {
  private readonly agent: Agent;

  /** @param authorities trusted PEM certificates; undefined: Node's list. */
  constructor(
    authorities: readonly string[] | undefined,
    private readonly clock: Clock,
  ) {
    this.agent = new Agent({
      allowH2: false,
      connections: MAX_CONNECTIONS,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: boundedConnector({
        timeout: ANSWER_LIMIT_MS,
        ...(authorities === undefined ? {} : { ca: [...authorities] }),
      }),
    });
  }

  /**
   * The body of a 200 answer. Redirects are followed to https only, without the credential.
   * @throws IssuerAnswerError; errors of the connection.
   */
  text(url: string, bearer?: Bearer): Promise<string> {
    const late = () => new IssuerAnswerError(`${url}: no whole answer within ${ANSWER_LIMIT_MS / 1000} s`);
    return withDeadline(this.clock, ANSWER_LIMIT_MS, late, (signal) => this.follow(url, bearer, signal));
  }

  /** The body, as a JSON object. */
  async json(url: string): Promise<Readonly<Record<string, unknown>>> {
    const parsed = parseJson(url, await this.text(url));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      throw new IssuerAnswerError(`${url}: the answer is not a JSON object`);
    }
    return parsed as Record<string, unknown>;
  }

  /** Aborts pending requests. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async follow(from: string, bearer: Bearer | undefined, signal: AbortSignal): Promise<string> {
    let url = from;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { origin, pathname, search, protocol } = new URL(url);
      if (protocol !== 'https:') throw new IssuerAnswerError(`${from}: leads to ${url}, which is not https`);
      const answer = await this.agent.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: {
          accept: 'application/json',
          ...(bearer && url === from ? { authorization: `Bearer ${bearer.token}` } : {}),
        },
        signal,
      });
      // By iteration, which joins what has arrived: undici keeps a list, in which chunks of one byte take a hundred times their size.
      if (answer.statusCode === 200) return await text(answer.body);
      const next = locationOf(answer, url);
      await answer.body.dump();
      if (next === undefined) throw new IssuerAnswerError(`${url}: answered ${answer.statusCode}`);
      url = next;
    }
    throw new IssuerAnswerError(`${from}: more than ${MAX_REDIRECTS} redirects`);
  }
}

function locationOf({ statusCode, headers }: Dispatcher.ResponseData, url: string): string | undefined {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || typeof location !== 'string' || !URL.canParse(location, url))
    return undefined;
  return new URL(location, url).href;
}

function parseJson(url: string, text: string): unknown {
  try {
    return decodeJson(Buffer.from(text), LIMITS).value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new IssuerAnswerError(`${url}: the answer is not JSON, or too large: ${error.message}`, { cause: error });
  }
}
