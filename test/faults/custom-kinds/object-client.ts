import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../consistency/dice.js';
import { Requester, type Answer, type Question } from '../consistency/requester.js';
import type { Replica } from '../consistency/topology.js';
import type { Generations } from './generations.js';
import { generationOf, objectOf, OBJECTS, type Marked } from './marked-kind.js';

const TIMEOUT_MS = 5_000;

/** An object as its only writer knows it. */
interface Known {
  /** Epoch of the definition in which its create was acknowledged; undefined: it was changed meanwhile. */
  readonly epoch: number | undefined;
  /** Values of `id` that it may have: the last one acknowledged, and later ones without an answer. */
  readonly ids: readonly string[];
  /** A delete has no answer. */
  readonly mayBeGone: boolean;
}

/** What a client does with one answer. */
interface Asked {
  readonly answer: Answer;
  /** The epoch, if it was the same before and after and the kind was served. */
  readonly epoch: number | undefined;
}

/** Writes and reads objects of its own, and notes what contradicts the promises. */
export class ObjectClient {
  readonly #requester = new Requester(TIMEOUT_MS);
  readonly known = new Map<string, Known>();
  private count = 0;
  operations = 0;

  constructor(
    private readonly name: string,
    private readonly replicas: readonly Replica[],
    private readonly generations: Generations,
    private readonly now: () => number,
    private readonly dice: Dice,
    private readonly violation: (text: string) => void,
  ) {}

  async work(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await this.act();
      await pause(this.dice.between(0, 60));
    }
  }

  /** Reads all objects of the kind from a server, and compares them with those that this client knows. */
  async compareAll(replica: Replica): Promise<void> {
    const { answer, epoch } = await this.ask(replica, { method: 'GET', path: OBJECTS });
    if (answer.is !== 'answered' || answer.status !== 200) return this.violation(`${replica.name}: no list in the end`);
    const items = new Map((answer.body as { items: Marked[] }).items.map((item) => [item.metadata.name, item]));
    for (const [name, known] of this.known) {
      const item = items.get(name);
      if (known.epoch === epoch) this.compare(replica, name, known, item);
      else if (item && known.epoch !== undefined)
        this.violation(`${replica.name}: ${name} is there, which was deleted with its definition`);
    }
    this.#requester.close();
  }

  private async act(): Promise<void> {
    const replica = this.dice.pick(this.replicas);
    const names = [...this.known.keys()];
    const turn = this.dice.next();
    if (names.length === 0 || turn < 0.3) return this.create(replica);
    const name = this.dice.pick(names);
    if (turn < 0.6) return this.change(replica, name);
    if (turn < 0.65) return this.delete(replica, name);
    if (turn < 0.7) await this.ask(replica, { method: 'GET', path: OBJECTS });
    else await this.read(replica, name);
  }

  private async create(replica: Replica): Promise<void> {
    const name = `${this.name}-${++this.count}`;
    const id = String(this.count);
    const body = objectOf(name, id, this.generations.newest);
    const { answer, epoch } = await this.ask(replica, { method: 'POST', path: OBJECTS, body });
    if (answer.is === 'answered' && answer.status === 201) this.known.set(name, { epoch, ids: [id], mayBeGone: false });
  }

  private async change(replica: Replica, name: string): Promise<void> {
    const known = this.known.get(name)!;
    const id = String(++this.count);
    const body = { spec: { id, [`p${this.generations.newest}`]: this.generations.newest } };
    const question = { method: 'PATCH', path: `${OBJECTS}/${name}`, body, contentType: 'application/merge-patch+json' };
    const { answer, epoch } = await this.ask(replica, question);
    const isDone = answer.is === 'answered' && answer.status === 200;
    if (isDone) this.known.set(name, { ...known, ids: [id], mayBeGone: false });
    else if (answer.is !== 'unsent') this.known.set(name, { ...known, ids: [...known.ids, id] });
    if (isAbsent(answer)) this.absent(replica, name, known, epoch);
  }

  private async read(replica: Replica, name: string): Promise<void> {
    const known = this.known.get(name)!;
    const { answer, epoch } = await this.ask(replica, { method: 'GET', path: `${OBJECTS}/${name}` });
    if (isAbsent(answer)) this.absent(replica, name, known, epoch);
    else if (answer.is === 'answered' && answer.status === 200)
      this.compare(replica, name, known, answer.body as Marked);
  }

  private async delete(replica: Replica, name: string): Promise<void> {
    const { answer } = await this.ask(replica, { method: 'DELETE', path: `${OBJECTS}/${name}` });
    if (answer.is === 'answered' && answer.status === 200) this.known.delete(name);
    else if (answer.is !== 'unsent') this.known.set(name, { ...this.known.get(name)!, mayBeGone: true });
  }

  /** Not found: a loss, unless its definition was deleted since. */
  private absent(replica: Replica, name: string, known: Known, epoch: number | undefined): void {
    if (epoch !== undefined && known.epoch === epoch) this.compare(replica, name, known, undefined);
    this.known.delete(name);
  }

  private compare({ name: server }: Replica, name: string, known: Known, found: Marked | undefined): void {
    if (!found) {
      if (!known.mayBeGone) this.violation(`${server}: ${name} is lost`);
      return;
    }
    const id = String(found.spec?.['id']);
    if (!known.ids.includes(id)) this.violation(`${server}: ${name} is ${id}, not one of ${known.ids.join()}`);
  }

  /** Checks the schema of all objects in the answer. */
  private async ask(replica: Replica, question: Question): Promise<Asked> {
    const { generations } = this;
    const before = generations.epoch;
    const start = this.now();
    const answer = await this.#requester.ask(replica.port, question);
    const end = this.now();
    this.operations++;
    for (const object of objectsIn(answer)) {
      const generation = generationOf(object);
      const fault = generations.fault(replica.name, generation, start, end);
      if (fault)
        this.violation(
          `${replica.name}: ${question.method} ${JSON.stringify(object.spec)} at ${end.toFixed()}: ${fault}`,
        );
      else generations.learn(replica.name, generation!);
    }
    return { answer, epoch: before === generations.epoch && before % 2 === 0 ? before : undefined };
  }
}

const isAbsent = (answer: Answer): boolean => answer.is === 'answered' && answer.status === 404;

/** The objects of an answer. Those of a DELETE are the last state, which may be of an older schema. */
function objectsIn(answer: Answer): readonly Marked[] {
  if (answer.is !== 'answered' || answer.status > 201) return [];
  const body = answer.body as Marked & { readonly kind?: string; readonly items?: readonly Marked[] };
  return body.items ?? (body.kind === 'Mark' ? [body] : []);
}
