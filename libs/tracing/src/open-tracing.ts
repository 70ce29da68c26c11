import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type DiagLogger,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { holdingClock, withTimeout } from '@orch/apimachinery';
import type { ActiveSpan, SpanAttributes } from './active-span.js';
import type { TracingConfiguration } from './read-tracing-configuration.js';
import type { RequestSpan, Tracing } from './tracing.js';

/** Time limit for sending spans at shutdown. */
const CLOSE_LIMIT_MS = 1_000;
/** Spans that wait for the collector; more are dropped. */
const MAX_QUEUED_SPANS = 2_048;
/** Limits of one span: clients choose URLs and user agents. */
const SPAN_LIMITS = { attributeValueLengthLimit: 1_024, attributeCountLimit: 32 };

export interface TracingOptions extends TracingConfiguration {
  /** Names of this process in the traces. */
  readonly serviceName: string;
  readonly instanceId: string;
  /** Called with problems of the export. */
  readonly onProblem: (message: string) => void;
}

const propagator = new W3CTraceContextPropagator();

/** Opens the export of traces. Connects to the collector when there is something to send. */
export function openTracing(options: TracingOptions): Tracing {
  const { endpoint, samplingRatio, serviceName, instanceId } = options;
  diag.setLogger(problemLog(options.onProblem), { suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: addressOf(endpoint) });
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({
      root: samplingRatio > 0 ? new TraceIdRatioBasedSampler(samplingRatio) : new AlwaysOffSampler(),
    }),
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': instanceId }),
    spanLimits: SPAN_LIMITS,
    spanProcessors: [new BatchSpanProcessor(exporter, { maxQueueSize: MAX_QUEUED_SPANS })],
  });
  const tracer = provider.getTracer(serviceName);
  return {
    start: (span) => startRequest(tracer, span),
    close: async () => {
      await withTimeout(holdingClock, CLOSE_LIMIT_MS, provider.shutdown(), () => undefined).catch(() => undefined);
    },
  };
}

/** As gRPC names it: a plain address is one without TLS. */
const addressOf = (endpoint: string): string =>
  endpoint.includes('//') || endpoint.startsWith('unix') ? endpoint : `http://${endpoint}`;

function startRequest(tracer: Tracer, { name, attributes, startedAtMs, headers, isTrusted }: RequestSpan): ActiveSpan {
  const remote = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const client = trace.getSpanContext(remote);
  const links = !isTrusted && client && isSpanContextValid(client) ? [{ context: client }] : [];
  const parent = isTrusted ? remote : ROOT_CONTEXT;
  const options = { kind: SpanKind.SERVER, attributes, startTime: startedAtMs, links };
  return new OpenSpan(tracer, parent, tracer.startSpan(name, options, parent));
}

class OpenSpan implements ActiveSpan {
  private readonly within: Context;

  constructor(
    private readonly tracer: Tracer,
    parent: Context,
    private readonly span: Span,
  ) {
    this.within = trace.setSpan(parent, span);
  }

  get isRecorded(): boolean {
    return this.span.isRecording();
  }

  child(name: string, kind: 'internal' | 'client', attributes: SpanAttributes): ActiveSpan {
    const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind: spanKind, attributes, startTime: nowMs() };
    return new OpenSpan(this.tracer, this.within, this.tracer.startSpan(name, options, this.within));
  }

  setAttribute(name: string, value: string | number): void {
    this.span.setAttribute(name, value);
  }

  end(error?: unknown): void {
    // The message of an error may quote the object.
    if (error !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end(nowMs());
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    propagator.inject(this.within, headers, defaultTextMapSetter);
    return headers;
  }
}

/**
 * All times are of one clock: the library takes the end of a span with a given start from another one. Milliseconds since
 * 1970, with fractions.
 */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** Problems of the export, and nothing else: the library reports each request otherwise. */
function problemLog(report: (message: string) => void): DiagLogger {
  const silent = (): void => undefined;
  return { error: report, warn: report, info: silent, debug: silent, verbose: silent };
}
