import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that is recorded, or the place of one in a trace that is not recorded. */
export interface ActiveSpan {
  /** False: its trace is not sampled; its children are not made, but its identity is passed on. */
  readonly isRecorded: boolean;
  child(name: string, kind: 'internal' | 'client', attributes: SpanAttributes): ActiveSpan;
  setAttribute(name: string, value: string | number): void;
  /** @param error the reason of a failure. */
  end(error?: unknown): void;
  /** Headers that pass the span on to another server. */
  headers(): Readonly<Record<string, string>>;
}

/** Of all servers of this process. Not used, and without cost, before the first traced request. */
const current = new AsyncLocalStorage<ActiveSpan>();

/** Runs the work of a request within its span. The caller ends the span. */
export const runWithin = <T>(span: ActiveSpan, run: () => T): T => current.run(span, run);

/**
 * Runs a step of a request in a span of its own, which ends with it. Without a traced request it only runs the step.
 * @param attributes called when the span is recorded.
 */
export function inSpan<T>(
  name: string,
  attributes: () => SpanAttributes,
  run: () => T,
  kind: SpanKind = 'internal',
): T {
  const parent = current.getStore();
  if (!parent?.isRecorded) return run();
  const span = parent.child(name, kind, attributes());
  try {
    const result = current.run(span, run);
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        span.end(error);
        throw error;
      },
    ) as T;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** `client`: a call of another server. */
type SpanKind = 'internal' | 'client';

/** Headers that pass the trace of the current request on to another server; empty without one. */
export const traceHeaders = (): Readonly<Record<string, string>> => current.getStore()?.headers() ?? {};
