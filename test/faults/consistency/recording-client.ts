import type { Operation, Outcome, Request } from '@orch/testing';
import { COLLECTION, foundIn, type ConfigMap, type Status } from './config-map.js';
import type { Dice } from './dice.js';
import type { Recording } from './recording.js';
import { Requester, type Answer, type Question } from './requester.js';
import type { Replica } from './topology.js';

/** After it an operation counts as unanswered. Unit: milliseconds. */
const TIMEOUT_MS = 5_000;

/** A client that sends one request after the other, each to any replica, and records the responses. */
export class RecordingClient {
  readonly #requester = new Requester(TIMEOUT_MS);
  /** Newest version it has seen of each object. */
  readonly #known = new Map<string, number>();

  constructor(
    private readonly name: string,
    private readonly recording: Recording,
    private readonly replicas: readonly Replica[],
    private readonly dice: Dice,
  ) {}

  /** Does anything to any of the objects. */
  async act(keys: readonly string[]): Promise<Operation> {
    const key = this.dice.pick(keys);
    return this.perform(key, this.anyRequest(key));
  }

  async perform(key: string, request: Request, replica: Replica = this.dice.pick(this.replicas)): Promise<Operation> {
    const id = this.recording.newId();
    const start = this.recording.now();
    const answer = await this.#requester.ask(replica.port, question(id, key, request));
    const outcome = this.outcomeOf(answer, request, replica);
    const end = outcome.is === 'unknown' ? Infinity : this.recording.now();
    const operation = { id, process: this.name, replica: replica.name, key, request, start, end, outcome };
    this.recording.operations.push(operation);
    if (outcome.is === 'done' && outcome.found) this.#known.set(key, outcome.found.version);
    return operation;
  }

  close(): void {
    this.#requester.close();
  }

  private anyRequest(key: string): Request {
    const known = this.#known.get(key);
    const ifKnown = known === undefined ? {} : { expected: known };
    const turn = this.dice.next();
    if (turn < 0.3) return { kind: 'read' };
    if (turn < 0.45) return { kind: 'create' };
    if (turn < 0.65) return { kind: 'replace', ...(this.dice.chance(0.7) && ifKnown) };
    if (turn < 0.88) return { kind: 'patch', field: this.dice.pick(['a', 'b']), ...(this.dice.chance(0.2) && ifKnown) };
    return { kind: 'delete', ...(this.dice.chance(0.5) && ifKnown) };
  }

  private outcomeOf(answer: Answer, request: Request, replica: Replica): Outcome {
    if (answer.is === 'unsent') return { is: 'refused', why: answer.why };
    if (answer.is === 'lost') return { is: 'unknown', why: answer.why };
    const { status, body } = answer;
    const { reason = '' } = (body ?? {}) as Status;
    if (status < 300) {
      if (request.kind === 'delete') return { is: 'done' };
      return { is: 'done', found: foundIn(body as ConfigMap) };
    }
    if (status === 404 && reason === 'NotFound' && request.kind !== 'create') return { is: 'absent' };
    if (status === 409 && reason === 'AlreadyExists' && request.kind === 'create') return { is: 'exists' };
    if (status === 409 && reason === 'Conflict' && request.kind !== 'create') {
      const isExpecting = 'expected' in request && request.expected !== undefined;
      return isExpecting ? { is: 'conflict' } : { is: 'refused', why: 'lost too many races' };
    }
    if (status === 429) return { is: 'refused', why: '429' };
    if (status !== 503 && status !== 504) this.recording.odd(replica.name, { request, status, body });
    return { is: 'unknown', why: `${status} ${reason}` };
  }
}

function question(id: string, key: string, request: Request): Question {
  const path = `${COLLECTION}/${key}`;
  const resourceVersion = 'expected' in request ? request.expected?.toString() : undefined;
  const whole = { apiVersion: 'v1', kind: 'ConfigMap', data: { last: id, a: id, b: id } };
  switch (request.kind) {
    case 'read':
      return { method: 'GET', path };
    case 'create':
      return { method: 'POST', path: COLLECTION, body: { ...whole, metadata: { name: key } } };
    case 'replace':
      return { method: 'PUT', path, body: { ...whole, metadata: { name: key, resourceVersion } } };
    case 'patch': {
      const body = { metadata: { resourceVersion }, data: { last: id, [request.field]: id } };
      return { method: 'PATCH', path, body, contentType: 'application/merge-patch+json' };
    }
    case 'delete':
      return { method: 'DELETE', path, body: { preconditions: { resourceVersion } } };
  }
}
