import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

/** A received span. Ids in hexadecimal digits. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly links: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of the process. */
  readonly resource: Readonly<Record<string, string>>;
}

/** An OpenTelemetry collector: a gRPC server without TLS that keeps what it receives. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Http2Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('stream', (stream) => void collector.receive(stream));
    server.on('connection', (socket: Socket) => void collector.sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  /** `host:port`. */
  get endpoint(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async receive(stream: ServerHttp2Stream): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    // A frame of gRPC: one byte of flags, four of length.
    this.spans.push(...spansIn(Buffer.concat(chunks).subarray(5)));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5));
  }
}

/** Fields of a protobuf message, in order: bytes, or the value of a number. */
function* fieldsOf(message: Buffer): Generator<readonly [field: number, value: Buffer]> {
  let at = 0;
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const wireType = key % 8;
    if (wireType === 0) yield [(key - wireType) / 8, Buffer.from(String(varint()))];
    else {
      const length = wireType === 1 ? 8 : wireType === 5 ? 4 : varint();
      yield [(key - wireType) / 8, message.subarray(at, at + length)];
      at += length;
    }
  }
}

const all = (message: Buffer, field: number): Buffer[] =>
  [...fieldsOf(message)].flatMap(([number, value]) => (number === field ? [value] : []));
const one = (message: Buffer, field: number): Buffer => all(message, field)[0] ?? Buffer.alloc(0);

/** Field numbers: opentelemetry/proto/trace/v1/trace.proto. */
function spansIn(request: Buffer): CollectedSpan[] {
  return all(request, 1).flatMap((resourceSpans) => {
    const resource = attributesIn(one(resourceSpans, 1), 1);
    return all(resourceSpans, 2)
      .flatMap((scopeSpans) => all(scopeSpans, 2))
      .map((span) => ({
        name: one(span, 5).toString(),
        traceId: one(span, 1).toString('hex'),
        spanId: one(span, 2).toString('hex'),
        parentId: one(span, 4).toString('hex'),
        links: all(span, 13).length,
        attributes: attributesIn(span, 9),
        resource,
      }));
  });
}

function attributesIn(message: Buffer, field: number): Record<string, string> {
  return Object.fromEntries(
    all(message, field).map((pair) => {
      const [value] = fieldsOf(one(pair, 2));
      return [one(pair, 1).toString(), value?.[1].toString() ?? ''];
    }),
  );
}
