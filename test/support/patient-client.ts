import type { Answer, ResourceServer, Send } from './resource-fixtures.js';
import type { StreamedEvent } from './watch-stream.js';

/** What a client that goes on over restarts of servers met. */
export interface Met {
  /** Answers of 503 with `Retry-After`, and connections that were closed: what a client tries again after. */
  interruptions: number;
  /** Everything else that a client does not expect. */
  readonly faults: string[];
}

/** Codes of connections that ended or were refused. */
const CLOSED = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET']);
const isClosed = (error: unknown): boolean => CLOSED.has((error as { code?: string }).code ?? '');
/** Clients do not spin; `Retry-After` says seconds, which a test has not. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Retries until there is a response that is not caused by an interruption. Addresses are used in turn. */
export async function sendPatiently(
  server: ResourceServer,
  met: Met,
  places: readonly string[],
  [method, path, body]: readonly [string, string, unknown],
): Promise<{ readonly answer: Answer; readonly at: string; readonly attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    const at = places[(attempts - 1) % places.length]!;
    const answer = await attempt(server, met, [method, path, body], { at });
    if (answer && answer.code !== 503) return { answer, at, attempts };
    met.interruptions++;
    await pause();
  }
}

async function attempt(
  server: ResourceServer,
  met: Met,
  [method, path, body]: readonly [string, string, unknown],
  send: Send,
): Promise<Answer | undefined> {
  try {
    const answer = await server.send(method, path, body, send);
    if (answer.code === 503 && answer.headers['retry-after'] === undefined) {
      met.faults.push(`${method} ${path}: 503 without Retry-After`);
    }
    return answer;
  } catch (error) {
    if (!isClosed(error)) met.faults.push(`${method} ${path}: ${String(error)}`);
    return undefined;
  }
}

/** Watches from a version until `isEnough`, and goes on wherever a watch ended. */
export async function watchPatiently(
  server: ResourceServer,
  met: Met,
  path: string,
  from: string,
  isEnough: (seen: readonly StreamedEvent[]) => boolean,
): Promise<StreamedEvent[]> {
  const seen: StreamedEvent[] = [];
  while (!isEnough(seen)) {
    const version = seen.at(-1)?.object.metadata.resourceVersion ?? from;
    try {
      const watch = await server.watch(`${path}?watch=true&resourceVersion=${version}`);
      if (watch.code !== 200) {
        const { message } = (await watch.document()) as { message?: string };
        if (watch.code !== 503 || watch.headers['retry-after'] === undefined) {
          met.faults.push(`watch from ${version}: ${watch.code} ${message}`);
        }
        if (watch.code === 410) return seen;
      } else {
        try {
          while (!isEnough(seen)) seen.push(await watch.next());
        } finally {
          watch.close();
        }
      }
    } catch (error) {
      const isEnd = String(error).includes('the watch ended before');
      if (!isEnd && !isClosed(error)) met.faults.push(`watch from ${version}: ${String(error)}`);
    }
    if (isEnough(seen)) break;
    met.interruptions++;
    await pause();
  }
  return seen;
}
