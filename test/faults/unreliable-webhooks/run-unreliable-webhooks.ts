import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../consistency/dice.js';
import { makeApiServerFaults, untilReady } from '../consistency/make-api-server-faults.js';
import { Requester } from '../consistency/requester.js';
import type { Replica, Topology } from '../consistency/topology.js';
import { ReviewedClient } from './reviewed-client.js';
import {
  FAILURE_POLICIES,
  objectOf,
  objectsOf,
  registrations,
  type FailurePolicy,
  type Reviewed,
} from './reviewed-objects.js';
import { UnreliableWebhook } from './unreliable-webhook.js';

/** For each failure policy: many, since a write may wait for webhooks for some seconds. */
const CLIENTS = 6;

/** What a run has done, and what contradicts the promises. */
export interface UnreliableWebhookRun {
  readonly violations: readonly string[];
  /** Writes that were answered, by failure policy. */
  readonly writes: Readonly<Record<FailurePolicy, WriteCounts>>;
  /** Answers of the webhooks by kind. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

interface WriteCounts {
  readonly acknowledged: number;
  readonly refused: number;
  /** States that clients saw and that not all webhooks had reviewed. */
  readonly unreviewed: number;
}

/** Writes objects that webhooks review, which fail, as API servers do. */
export async function runUnreliableWebhooks(
  topology: Topology,
  seconds: number,
  seed: number,
): Promise<UnreliableWebhookRun> {
  const dice = new Dice(seed);
  const violations: string[] = [];
  const { replicas } = topology;
  const webhook = await UnreliableWebhook.start(dice.fork());
  try {
    await register(webhook, replicas);
    const client = (policy: FailurePolicy, n: number) =>
      new ReviewedClient(`c${n}`, policy, replicas, webhook, dice.fork(), (text) => violations.push(text));
    const clientsOf = (policy: FailurePolicy) => Array.from({ length: CLIENTS }, (_, n) => client(policy, n));
    const clients = { Fail: clientsOf('Fail'), Ignore: clientsOf('Ignore') };
    const all = [...clients.Fail, ...clients.Ignore];
    const working = new AbortController();
    const work = [webhook.fail(working.signal), ...all.map((one) => one.work(working.signal))];
    const faults = await makeApiServerFaults(topology, seconds, dice)
      .then(async (made) => {
        await untilReady(replicas);
        await untilBoth(clients.Fail);
        return made;
      })
      .finally(() => working.abort());
    await Promise.all(work);
    for (const replica of replicas) for (const one of all) await one.compareAll(replica);
    for (const one of all) one.close();
    const writes = { Fail: countsOf(clients.Fail), Ignore: countsOf(clients.Ignore) };
    return { violations, writes, answers: webhook.answers, faults };
  } finally {
    await webhook.close();
  }
}

const countsOf = (clients: readonly ReviewedClient[]): WriteCounts => ({
  acknowledged: clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
  refused: clients.reduce((sum, { refused }) => sum + refused, 0),
  unreviewed: clients.reduce((sum, { unreviewed }) => sum + unreviewed, 0),
});

/** Waits, for at most a minute, until a write was acknowledged and one refused: a short run on a slow machine has few. */
async function untilBoth(clients: readonly ReviewedClient[]): Promise<void> {
  const limit = performance.now() + 60_000;
  const hasBoth = (): boolean => {
    const { acknowledged, refused } = countsOf(clients);
    return acknowledged > 0 && refused > 0;
  };
  while (!hasBoth() && performance.now() < limit) await pause(100);
}

/** Registers the webhooks, and returns when all servers call all of them. */
async function register(webhook: UnreliableWebhook, replicas: readonly Replica[]): Promise<void> {
  const requester = new Requester(10_000);
  for (const { path, body } of registrations(webhook.url, webhook.caBundle))
    for (;;) {
      const answer = await requester.ask(replicas[0]!.port, { method: 'POST', path, body });
      if (answer.is === 'answered' && (answer.status === 201 || answer.status === 409)) break;
      if (answer.is === 'answered' && answer.status < 500) throw new Error(JSON.stringify(answer.body));
      await pause(50);
    }
  for (const { port } of replicas)
    for (const policy of FAILURE_POLICIES) {
      const body = objectOf('probe', { id: `${policy} ${port}` });
      for (;;) {
        const answer = await requester.ask(port, { method: 'POST', path: `${objectsOf(policy)}?dryRun=All`, body });
        if (answer.is === 'answered' && answer.status === 201 && !webhook.faultOf(answer.body as Reviewed)) break;
        await pause(50);
      }
    }
  requester.close();
}
