import { setTimeout as pause } from 'node:timers/promises';
import {
  abortResponse,
  ReviewServer,
  sendCode,
  sendJson,
  silence,
  startTcpProxy,
  type Answering,
  type ReviewCall,
  type TcpProxy,
} from '@orch/testing';
import type { Dice } from '../consistency/dice.js';
import { VALIDATORS, type Reviewed, type Validator } from './reviewed-objects.js';

/** Of an AdmissionReview, as far as it matters here. */
interface ReviewRequest {
  readonly uid: string;
  readonly operation: string;
  readonly object: Reviewed | null;
  readonly oldObject: Reviewed | null;
}
type Review = Readonly<Record<string, unknown>> & { readonly response: Readonly<Record<string, unknown>> };
/** Makes an answer that allows nothing of the review that the webhook would have sent. */
type Failure = (review: Review) => Answering;

const sendText =
  (text: string, length = text.length): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
    response.end(text);
  };

const cutOff =
  (text: string): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };

/** Where a redirected call would be allowed: no API server must go there. */
const ALLOWS_ALL = '/allows-all';

const FAILURES: Readonly<Record<string, Failure>> = {
  silence: () => silence,
  'aborted connection': () => abortResponse,
  'status 500': () => sendCode(500),
  redirect: () => sendCode(307, { location: ALLOWS_ALL }),
  'wrong uid': (review) => sendJson({ ...review, response: { ...review.response, uid: 'of-another-review' } }),
  'wrong version': (review) => sendJson({ ...review, apiVersion: 'example.com/v9' }),
  'no response': ({ response: _, ...review }) => sendJson(review),
  'broken JSON': (review) => sendText(JSON.stringify(review).slice(0, -1)),
  'cut off': (review) => cutOff(JSON.stringify(review)),
};

/**
 * Webhook servers that fail by chance, and what their sound answers have allowed. A sound answer may come too late or be lost on its
 * way: what it allowed may be stored, and nothing else may.
 */
export class UnreliableWebhook {
  /** Answers by kind, for people. */
  readonly answers: Record<string, number> = {};
  /** Whether it fails at all. */
  fails = false;
  private readonly reviews = new Set<string>();
  /** Name of the object, and id of its state, by mark. */
  private readonly marks = new Map<string, string>();

  private constructor(
    private readonly server: ReviewServer,
    private readonly proxy: TcpProxy,
    private readonly dice: Dice,
  ) {
    server.always = (response, call) => this.answer(call)(response, call);
    // They are not read, and a long run has many.
    server.onCall = () => void (server.calls.length = 0);
  }

  static async start(dice: Dice): Promise<UnreliableWebhook> {
    const server = await ReviewServer.start({ asksForCertificate: false });
    return new UnreliableWebhook(server, await startTcpProxy(Number(new URL(server.url).port)), dice);
  }

  get url(): string {
    return `https://127.0.0.1:${this.proxy.port}`;
  }

  get caBundle(): string {
    return this.server.caBundle;
  }

  /** Refuses connections, or lets them hang, for a moment, again and again. */
  async fail(ended: AbortSignal): Promise<void> {
    this.fails = true;
    while (!ended.aborted) {
      await pause(this.dice.between(1_000, 4_000));
      const isRefused = this.dice.chance(0.7);
      if (isRefused) await this.proxy.cut();
      else this.proxy.blackhole();
      await pause(this.dice.between(50, 1_500));
      await this.proxy.heal();
      this.count(isRefused ? 'connections refused for a moment' : 'unreachable for a moment');
    }
  }

  async close(): Promise<void> {
    await this.proxy.stop();
    await this.server.close();
  }

  /** Why that state must not be stored where webhooks have to answer; undefined: it may. */
  faultOf({ metadata: { name }, data }: Reviewed): string | undefined {
    const { id = '', mark = '' } = data ?? {};
    if (data?.denied) return 'it was denied';
    if (this.marks.get(mark) !== `${name} ${id}`) return `no webhook gave it the mark ${mark}`;
    const missing = VALIDATORS.filter((validator) => !this.reviews.has(stateReview(validator, name, id, mark)));
    return missing.length > 0 ? `${missing.join(' and ')} did not allow it` : undefined;
  }

  /** Whether no webhook has set the mark of the object that it was sent. */
  isForeignMark({ metadata: { name }, data }: Reviewed): boolean {
    return data?.mark !== undefined && this.marks.get(data.mark)?.split(' ')[0] !== name;
  }

  /** Whether all webhooks have allowed a delete. */
  hasAllowedDelete(name: string): boolean {
    return VALIDATORS.every((validator) => this.reviews.has(deleteReview(validator, name)));
  }

  /** Whether all webhooks have allowed some state with that id. */
  hasReviewed(name: string, { id = '', mark = '' }: NonNullable<Reviewed['data']>): boolean {
    return VALIDATORS.every((validator) => this.reviews.has(stateReview(validator, name, id, mark)));
  }

  private answer({ path, body }: ReviewCall): Answering {
    const request = body.request as unknown as ReviewRequest;
    const to = (response: object): Review => ({
      apiVersion: body.apiVersion,
      kind: body.kind,
      response: { uid: request.uid, ...response },
    });
    const { pathname } = new URL(path, this.url);
    if (pathname === ALLOWS_ALL) return sendJson(to({ allowed: true }));
    const [, , webhook] = pathname.split('/');
    const isMutating = webhook === 'mutate';
    if (this.fails && this.dice.chance(0.15)) {
      const kind = this.dice.pick(Object.keys(FAILURES));
      this.count(kind);
      // A mark that no sound answer has: a state that has it was changed by an answer that must not count.
      return FAILURES[kind]!(to(isMutating ? markWith('of-a-failure') : { allowed: true }));
    }
    this.count('sound');
    return sendJson(to(isMutating ? this.mutate(request) : this.validate(webhook as Validator, request)));
  }

  private mutate({ object }: ReviewRequest): object {
    const mark = `m${this.marks.size}`;
    this.marks.set(mark, `${object!.metadata.name} ${object!.data?.id}`);
    return markWith(mark);
  }

  private validate(validator: Validator, { operation, object, oldObject }: ReviewRequest): object {
    if (operation === 'DELETE') {
      this.reviews.add(deleteReview(validator, oldObject!.metadata.name));
      return { allowed: true };
    }
    const { metadata, data } = object!;
    if (data?.denied) return { allowed: false };
    this.reviews.add(stateReview(validator, metadata.name, data?.id ?? '', data?.mark ?? ''));
    return { allowed: true };
  }

  private count(answer: string): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }
}

function markWith(mark: string): object {
  const patch = [{ op: 'add', path: '/data/mark', value: mark }];
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') };
}

const deleteReview = (validator: Validator, name: string): string => `${validator} DELETE ${name}`;
const stateReview = (validator: Validator, name: string, id: string, mark: string): string =>
  `${validator} ${name} ${id} ${mark}`;
