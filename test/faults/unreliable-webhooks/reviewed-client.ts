import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../consistency/dice.js';
import { Requester, type Answer, type Question } from '../consistency/requester.js';
import type { Replica } from '../consistency/topology.js';
import { objectOf, objectsOf, type FailurePolicy, type Reviewed } from './reviewed-objects.js';
import type { UnreliableWebhook } from './unreliable-webhook.js';

/** Longer than all webhooks of a write may take. */
const TIMEOUT_MS = 10_000;
/** What a write may be answered with while servers stop, start and are overloaded. Whether it is stored is unknown then. */
const UNAVAILABLE: readonly number[] = [429, 503, 504];

/** An object as its only writer knows it. */
interface Known {
  /** Ids that it may have: that of the last acknowledged write, and of later ones whose outcome is unknown. */
  readonly ids: readonly string[];
  readonly deletion: 'none' | 'unknown' | 'acknowledged';
}

/** Writes and reads objects of its own in the namespace of one failure policy, and notes what contradicts the promises. */
export class ReviewedClient {
  readonly #requester = new Requester(TIMEOUT_MS);
  private readonly known = new Map<string, Known>();
  private count = 0;
  /** Writes that were answered, by outcome. */
  acknowledged = 0;
  refused = 0;
  /** Acknowledged states that not all webhooks have reviewed. */
  unreviewed = 0;

  constructor(
    private readonly name: string,
    private readonly policy: FailurePolicy,
    private readonly replicas: readonly Replica[],
    private readonly webhook: UnreliableWebhook,
    private readonly dice: Dice,
    private readonly violation: (text: string) => void,
  ) {}

  async work(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await this.act();
      await pause(this.dice.between(0, 60));
    }
  }

  /** Lists the namespace on a server, and compares it with the objects that this client knows. */
  async compareAll(replica: Replica): Promise<void> {
    const answer = await this.#requester.ask(replica.port, { method: 'GET', path: objectsOf(this.policy) });
    if (answer.is !== 'answered' || answer.status !== 200) return this.violation(`${replica.name}: no list in the end`);
    const { items } = answer.body as { items: Reviewed[] };
    for (const item of items) this.judge(replica, item);
    for (const name of this.known.keys())
      this.compare(
        replica,
        name,
        items.find(({ metadata }) => metadata.name === name),
      );
  }

  close(): void {
    this.#requester.close();
  }

  private async act(): Promise<void> {
    const replica = this.dice.pick(this.replicas);
    const names = [...this.known].filter(([, { deletion }]) => deletion === 'none').map(([name]) => name);
    const turn = this.dice.next();
    if (names.length === 0 || turn < 0.35) return this.create(replica);
    const name = this.dice.pick(names);
    if (turn < 0.7) return this.change(replica, name);
    if (turn < 0.8) return this.delete(replica, name);
    await this.read(replica, name);
  }

  private async create(replica: Replica): Promise<void> {
    const id = this.nextId();
    const name = `${this.name}-${this.count}`;
    const body = objectOf(name, { id, ...this.someDenied() });
    const question: Question = this.dice.chance(0.8)
      ? { method: 'POST', path: objectsOf(this.policy), body }
      : { ...this.apply(name), body };
    if ((await this.write(replica, question)) === 'acknowledged') this.known.set(name, { ids: [id], deletion: 'none' });
  }

  private async change(replica: Replica, name: string): Promise<void> {
    const id = this.nextId();
    const data = { id, ...this.someDenied() };
    const path = `${objectsOf(this.policy)}/${name}`;
    const question = this.dice.pick<Question>([
      { method: 'PUT', path, body: objectOf(name, data) },
      { method: 'PATCH', path, body: { data }, contentType: 'application/merge-patch+json' },
      { ...this.apply(name), body: objectOf(name, data) },
    ]);
    const outcome = await this.write(replica, question);
    const known = this.known.get(name)!;
    if (outcome === 'acknowledged') this.known.set(name, { ...known, ids: [id] });
    if (outcome === 'unknown') this.known.set(name, { ...known, ids: [...known.ids, id] });
  }

  private async delete(replica: Replica, name: string): Promise<void> {
    const outcome = await this.write(replica, { method: 'DELETE', path: `${objectsOf(this.policy)}/${name}` });
    const known = this.known.get(name)!;
    if (outcome !== 'refused') this.known.set(name, { ...known, deletion: outcome });
  }

  private async read(replica: Replica, name: string): Promise<void> {
    const path = `${objectsOf(this.policy)}/${name}`;
    const answer = await this.#requester.ask(replica.port, { method: 'GET', path });
    if (answer.is !== 'answered' || UNAVAILABLE.includes(answer.status)) return;
    if (answer.status === 200) this.judge(replica, answer.body as Reviewed);
    this.compare(replica, name, answer.status === 200 ? (answer.body as Reviewed) : undefined);
  }

  /** Sends a write, once. */
  private async write(replica: Replica, question: Question): Promise<'acknowledged' | 'refused' | 'unknown'> {
    const answer = await this.#requester.ask(replica.port, question);
    if (answer.is === 'unsent') return 'refused';
    if (answer.is === 'lost') return 'unknown';
    if (answer.status === 200 || answer.status === 201) {
      this.acknowledged++;
      if (question.method !== 'DELETE') this.judge(replica, answer.body as Reviewed);
      return 'acknowledged';
    }
    if (UNAVAILABLE.includes(answer.status)) return 'unknown';
    this.refused++;
    const byWebhook = this.policy === 'Fail' && isOfWebhook(answer);
    if (!byWebhook)
      this.violation(`${replica.name}: ${question.method} ${question.path}: ${JSON.stringify(answer.body)}`);
    return byWebhook ? 'refused' : 'unknown';
  }

  /** Whether a state that a server has shown may be there. */
  private judge({ name: server }: Replica, object: Reviewed): void {
    const { metadata, data = {} } = object;
    const fault =
      this.policy === 'Fail'
        ? this.webhook.faultOf(object)
        : this.webhook.isForeignMark(object) && 'its mark is of no sound answer';
    if (fault) this.violation(`${server}: ${metadata.name} is ${JSON.stringify(data)}: ${fault}`);
    if (!this.webhook.hasReviewed(metadata.name, data)) this.unreviewed++;
  }

  private compare({ name: server }: Replica, name: string, found: Reviewed | undefined): void {
    const { ids, deletion } = this.known.get(name)!;
    const mayBeGone = deletion !== 'none' && (this.policy === 'Ignore' || this.webhook.hasAllowedDelete(name));
    if (!found && !mayBeGone) this.violation(`${server}: ${name} is lost, or was deleted without a review`);
    if (found && deletion === 'acknowledged') this.violation(`${server}: ${name} is there, and was deleted`);
    const id = found?.data?.id;
    if (found && !ids.includes(String(id))) this.violation(`${server}: ${name} is ${id}, not one of ${ids.join()}`);
  }

  private nextId(): string {
    return `${this.name}-${++this.count}`;
  }

  /** Only where webhooks have to answer: a denial that comes too late may be ignored elsewhere. */
  private someDenied(): { readonly denied?: string } {
    return this.policy === 'Fail' && this.dice.chance(0.1) ? { denied: 'yes' } : {};
  }

  private apply(name: string): Pick<Question, 'method' | 'path' | 'contentType'> {
    const path = `${objectsOf(this.policy)}/${name}?fieldManager=${this.name}&force=true`;
    return { method: 'PATCH', path, contentType: 'application/apply-patch+yaml' };
  }
}

/** Whether a webhook has denied a write, or could not be asked. */
function isOfWebhook({ status, body }: Extract<Answer, { is: 'answered' }>): boolean {
  const { message = '' } = body as { readonly message?: string };
  return (
    (status === 500 && /failed calling webhook/.test(message)) ||
    (status === 400 && /^admission webhook ".*" denied the request/.test(message))
  );
}
