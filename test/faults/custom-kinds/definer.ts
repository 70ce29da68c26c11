import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../consistency/dice.js';
import { Requester } from '../consistency/requester.js';
import type { Replica } from '../consistency/topology.js';
import type { Generations } from './generations.js';
import { DEFINITION, DEFINITIONS, definitionOf, OBJECTS, versionsOf } from './marked-kind.js';

const TIMEOUT_MS = 5_000;
const MERGE = 'application/merge-patch+json';

/** Creates, changes, deletes and creates again the definition, at any server, one request after the other. */
export class Definer {
  readonly #requester = new Requester(TIMEOUT_MS);
  changes = 0;
  recreations = 0;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly generations: Generations,
    private readonly dice: Dice,
  ) {}

  /** Creates the definition, and returns when all servers serve it. */
  async create(): Promise<void> {
    const generation = this.generations.next();
    await this.repeat({ method: 'POST', path: DEFINITIONS, body: definitionOf(generation) }, [201, 409]);
    for (const replica of this.replicas) await this.repeat({ method: 'GET', path: OBJECTS }, [200], replica);
    this.generations.epoch++;
  }

  async work(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await pause(this.dice.between(50, 400));
      if (this.dice.chance(0.12)) await this.recreate();
      else await this.change();
    }
    this.#requester.close();
  }

  private async change(): Promise<void> {
    const generation = this.generations.next();
    const body = { spec: { versions: versionsOf(generation) } };
    const server = await this.repeat({ method: 'PATCH', path: DEFINITION, body, contentType: MERGE }, [200]);
    this.generations.learn(server, generation);
    this.changes++;
  }

  private async recreate(): Promise<void> {
    this.generations.epoch++;
    await this.repeat({ method: 'DELETE', path: DEFINITION }, [200, 202, 404]);
    await this.repeat({ method: 'GET', path: DEFINITION }, [404]);
    await this.create();
    this.recreations++;
  }

  /** Asks until an answer has one of those codes. Returns the server that gave it. */
  private async repeat(
    question: Parameters<Requester['ask']>[1],
    wanted: readonly number[],
    given?: Replica,
  ): Promise<string> {
    for (;;) {
      const replica = given ?? this.dice.pick(this.replicas);
      const answer = await this.#requester.ask(replica.port, question);
      if (answer.is === 'answered' && wanted.includes(answer.status)) return replica.name;
      await pause(50);
    }
  }
}
