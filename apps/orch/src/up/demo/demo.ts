import { setTimeout as delay } from 'node:timers/promises';
import { Client, loadClientConfiguration, type HasMetadata } from '@orch/client';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { stepAt, type Change } from './activity.js';
import { demoObjects } from './demo-objects.js';
import { EventWriter } from './event-writer.js';
import { EVENTS } from './events.js';
import { fill } from './fill.js';

/** Between two steps of the activity. Unit: milliseconds. */
const STEP_MS = 1_000;

interface DemoOptions {
  /** Client configuration of the administrator. */
  readonly configurationFile: string;
  readonly vocabulary: Vocabulary;
  readonly logger: Logger;
}

/**
 * Fills a control plane through its public API, then changes what it made about once a second. A failure is logged, and ends nothing but the demo.
 * @returns ends it; resolves when no request is under way.
 */
export function startDemo(options: DemoOptions): () => Promise<void> {
  const { logger } = options;
  const stop = new AbortController();
  const running = run(options, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) logger.error('the demo has ended', { reason: (error as Error).message });
  });
  return async () => {
    stop.abort();
    await running;
  };
}

async function run({ configurationFile, vocabulary, logger }: DemoOptions, signal: AbortSignal): Promise<void> {
  const configuration = loadClientConfiguration({ vocabulary, file: configurationFile });
  const client = new Client({ configuration, vocabulary, userAgent: `${vocabulary.product}-demo` });
  try {
    const { uids, created } = await fill(client, demoObjects(vocabulary, Date.now()), signal);
    const events = new EventWriter(client, uids);
    for (const event of Object.values(EVENTS)) await events.write(event, Date.now(), signal);
    logger.info('demo objects are there, and change until this process stops', { objects: uids.size, created });
    for (let n = 0; ; n++) {
      await step(client, events, n, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        // A user may delete or change whatever the demo made, and a busy server answers late: the next step goes on.
        logger.debug('a change of the demo failed', { reason: (error as Error).message });
      });
      await delay(STEP_MS, undefined, { signal });
    }
  } finally {
    await client.close();
  }
}

async function step(client: Client, events: EventWriter, n: number, signal: AbortSignal): Promise<void> {
  const nowMs = Date.now();
  const { changes, events: reported } = stepAt(client.vocabulary, n, nowMs);
  for (const change of changes) await apply(client, change, signal);
  for (const event of reported) await events.write(event, nowMs, signal);
}

async function apply(client: Client, { of, isStatus, patch }: Change, signal: AbortSignal): Promise<void> {
  const resource = client.resource<HasMetadata & Record<string, unknown>>(of.resource);
  const key = { namespace: of.namespace ?? '', name: of.name };
  const now = await resource.find(key, { signal });
  if (now === undefined) return;
  if (isStatus === true) await resource.subresource('status').patch(key, 'merge', patch(now), { signal });
  else await resource.patch(key, 'merge', patch(now), { signal });
}
