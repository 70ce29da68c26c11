// The entry of the worker thread that computes writes of large objects, apart from the event loop; started by write-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { builtinKinds, compileKinds, type FeatureGates } from '@orch/api';
import type { DecodedBody } from '@orch/apimachinery';
import { objectKey, writtenKinds, type WriteRequest, type WrittenKind } from '@orch/registry';
import { vocabularies, type VocabularyName } from '@orch/vocabulary';
import type { CurrentObject, FromWorker, ServerCall, ToWorker, WorkerSettings, WriteTask } from './messages.js';
import { performWrite } from './perform-write.js';
import { remoteParts, type ServerLine } from './remote-parts.js';
import { fromWire, toWire } from './wire-error.js';

const settings = workerData as WorkerSettings;
const gates = new Set(settings.features);
const features: FeatureGates = { enabled: (gate) => gates.has(gate) };
const definitions = compileKinds(
  builtinKinds,
  vocabularies[settings.vocabulary as VocabularyName],
  settings.emulatedMinor,
);
const kinds = new Map<string, WrittenKind>();
for (const kind of writtenKinds(definitions)) {
  const { group, version, resource } = kind.definition.gvr;
  kinds.set(`${group}/${version}/${resource}`, kind);
}

const send = (message: FromWorker): void => parentPort!.postMessage(message);

/** A write under way, and its open questions. */
class Line implements ServerLine {
  private readonly known = new Map<string, CurrentObject['stored']>();
  private readonly open = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  private last = 0;

  constructor(private readonly write: number) {}

  ask<T>(key: string | undefined, request: ServerCall): Promise<T> {
    const call = ++this.last;
    return new Promise((resolve, reject) => {
      this.open.set(call, { resolve: resolve as (value: unknown) => void, reject });
      send({ type: 'call', write: this.write, call, key, request });
    });
  }

  current(key: string): CurrentObject['stored'] {
    return this.known.get(key);
  }

  learn({ key, stored }: CurrentObject): void {
    this.known.set(key, stored);
  }

  answered({ call, value, error, current }: ToWorker & { type: 'answer' }): void {
    const asked = this.open.get(call);
    this.open.delete(call);
    if (current) this.learn(current);
    if (error) asked?.reject(fromWire(error));
    else asked?.resolve(value);
  }
}

const lines = new Map<number, Line>();

parentPort!.on('message', (message: ToWorker) => {
  if (message.type === 'answer') return lines.get(message.write)?.answered(message);
  const line = new Line(message.write);
  line.learn(message.current);
  lines.set(message.write, line);
  void run(message.write, message.task, line);
});

async function run(write: number, task: WriteTask, line: Line): Promise<void> {
  try {
    const { group, version, resource } = task.resource;
    const kind = kinds.get(`${group}/${version}/${resource}`)!;
    const { namespace } = task.request;
    const parts = remoteParts(kind, features, task, (name) => objectKey(namespace, name), line);
    const request: WriteRequest = {
      ...task.request,
      warn: (text) => send({ type: 'warning', write, text }),
      annotate: (key, value) => send({ type: 'annotation', write, key, value }),
      mayCreate: () => line.ask(undefined, { kind: 'mayCreate' }),
    };
    const result = await performWrite(task, parts, request, (body) => send(decodedMessage(write, task, body)));
    send({ type: 'written', write, result });
  } catch (error) {
    send({ type: 'failed', write, error: toWire(error) });
  } finally {
    lines.delete(write);
  }
}

function decodedMessage(write: number, { recordsBody }: WriteTask, { value }: DecodedBody): FromWorker {
  const name = (value as { metadata?: { name?: unknown } } | null)?.metadata?.name;
  return {
    type: 'decoded',
    write,
    name: typeof name === 'string' ? name : undefined,
    json: recordsBody ? Buffer.from(JSON.stringify(value), 'utf8') : undefined,
  };
}
