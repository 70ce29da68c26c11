import type { ActiveSpan, SpanAttributes } from './active-span.js';

/** The first span of a request. */
export interface RequestSpan {
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAtMs: number;
  /** Headers that may name the span of the client. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Whether the span continues the trace of the client. Otherwise it begins a trace, which links to that of the client: not
   * every client may decide what is recorded.
   */
  readonly isTrusted: boolean;
}

/** Traces of one server. */
export interface Tracing {
  start(span: RequestSpan): ActiveSpan;
  /** Sends the remaining spans, within a second. */
  close(): Promise<void>;
}
