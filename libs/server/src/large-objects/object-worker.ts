// Entry of a worker thread for large objects, off the event loop; started by object-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { FeatureGates } from '@orch/api';
import type { ApiObject, DecodedBody } from '@orch/apimachinery';
import { Warnings } from '@orch/http';
import { Entry, objectKey, type ConversionCalls, type WriteRequest } from '@orch/registry';
import type {
  BodyHead,
  ConvertTask,
  CurrentObject,
  EncodedAnswer,
  FromWorker,
  ServerCall,
  ToWorker,
  WorkerSettings,
  WriteTask,
  WrittenObject,
} from './messages.js';
import { ownBytes } from './own-bytes.js';
import { performWrite } from './perform-write.js';
import { remoteParts, type ServerLine } from './remote-parts.js';
import { represent } from './represent.js';
import { ThreadKinds } from './thread-kinds.js';
import { fromWire, toWire } from './wire-error.js';

const settings = workerData as WorkerSettings;
const gates = new Set(settings.features);
const features: FeatureGates = {
  minor: settings.emulatedMinor,
  enabled: (gate) => gates.has(gate),
};
const kinds = new ThreadKinds(settings, features);

const send = (message: FromWorker): void => parentPort!.postMessage(message);

/** A task in progress, and its pending calls. */
class Line implements ServerLine {
  private readonly known = new Map<string, CurrentObject['stored']>();
  private readonly open = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  private last = 0;

  constructor(private readonly task: number) {}

  /** Of the webhook that converts: the server makes them, and bounds how many there are. */
  readonly conversionCalls: ConversionCalls = {
    inPlace: (convert) => convert((review, objects) => this.call(undefined, { kind: 'exchange', review, objects })),
    finished: (finished) => send({ type: 'called', task: this.task, finished }),
  };

  call<T>(key: string | undefined, request: ServerCall): Promise<T> {
    const call = ++this.last;
    return new Promise((resolve, reject) => {
      this.open.set(call, { resolve: resolve as (value: unknown) => void, reject });
      send({ type: 'call', task: this.task, call, key, request });
    });
  }

  current(key: string): CurrentObject['stored'] {
    return this.known.get(key);
  }

  learn({ key, stored }: CurrentObject): void {
    this.known.set(key, stored);
  }

  answered({ call, value, error, current }: ToWorker & { type: 'answer' }): void {
    const pending = this.open.get(call);
    this.open.delete(call);
    if (current) this.learn(current);
    if (error) pending?.reject(fromWire(error));
    else pending?.resolve(value);
  }
}

const lines = new Map<number, Line>();

async function withLine<T>(task: number, run: (line: Line) => Promise<T>): Promise<T> {
  const line = new Line(task);
  lines.set(task, line);
  try {
    return await run(line);
  } finally {
    lines.delete(task);
  }
}

parentPort!.on('message', (message: ToWorker) => {
  const { type, task } = message;
  if (type === 'answer') return lines.get(task)?.answered(message);
  void finish(task, () => {
    switch (type) {
      case 'write':
        return withLine(task, (line) => write(line, task, message.write, message.current));
      case 'represent':
        return represent(message.represent, kinds.of(message.represent));
      case 'convert':
        return withLine(task, (line) => convert(line, message.convert));
    }
  });
});

send({ type: 'ready' });

type Result = WrittenObject | EncodedAnswer;

async function finish(task: number, run: () => Result | Promise<Result>): Promise<void> {
  try {
    send({ type: 'done', task, result: await run() });
  } catch (error) {
    send({ type: 'failed', task, error: toWire(error) });
  }
}

async function convert({ conversionCalls }: Line, task: ConvertTask): Promise<EncodedAnswer> {
  const entry = new Entry('', task.revision, ownBytes(task.bytes), noFacts);
  const { bytes } = await kinds.stored(task, conversionCalls).conversion!.entry(entry);
  return { body: bytes, json: undefined };
}

const noFacts = () => ({ labels: undefined, fields: {} });

async function write(line: Line, task: number, pending: WriteTask, current: CurrentObject): Promise<WrittenObject> {
  line.learn(current);
  const { namespace } = pending.request;
  const kind = kinds.stored(pending, line.conversionCalls);
  const parts = remoteParts(kind, features, pending, (name) => objectKey(namespace, name), line);
  const request: WriteRequest = {
    ...pending.request,
    warn: warnOf(task),
    annotate: (key, value, from) => send({ type: 'annotation', task, key, value, from }),
    mayCreate: () => line.call(undefined, { kind: 'mayCreate' }),
  };
  const compute = async (): Promise<ApiObject> => {
    const { json } = await line.call<{ json: Uint8Array }>(undefined, { kind: 'compute' });
    return JSON.parse(ownBytes(json).toString('utf8')) as ApiObject;
  };
  return performWrite(pending, parts, request, (body) => send(decodedMessage(task, pending, body)), compute);
}

/** Sends what the answer has room for: an object may have a warning for each of hundreds of thousands of items, and the event loop takes all messages in one turn. */
function warnOf(task: number): WriteRequest['warn'] {
  const warnings = new Warnings();
  return (text) => {
    const { length } = warnings;
    warnings.push(text);
    if (warnings.length > length) send({ type: 'warning', task, text });
  };
}

function decodedMessage(task: number, { recordsBody }: WriteTask, { value }: DecodedBody): FromWorker {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<BodyHead>;
  const text = (member: unknown): string | undefined => (typeof member === 'string' ? member : undefined);
  return {
    type: 'decoded',
    task,
    head: { apiVersion: text(apiVersion), kind: text(kind), metadata: { name: text(metadata?.name) } },
    json: recordsBody ? Buffer.from(JSON.stringify(value), 'utf8') : undefined,
  };
}
