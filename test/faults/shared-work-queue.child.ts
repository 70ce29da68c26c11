// Run by shared-work-queue.e2e-spec.ts: one process of several that share a work queue. Marks in Redis which key it processes, so that two
// processes of one key notice each other, and reports what it saw.
import { writeSync } from 'node:fs';
import { silentLogger } from '@orch/process';
import { Redis } from 'ioredis';
import { RedisWorkQueues } from '../../libs/controller-kit/src/work-queue/redis/redis-work-queues.js';

const [url = '', workers = '5', lockMs = '2000'] = process.argv.slice(2);

/** Share of failures of other keys than poisoned ones. */
const FAILING = 0.1;

/** Synchronous, so that a report before a kill is not lost. */
const report = (...words: readonly string[]) => writeSync(1, `${words.join(' ')}\n`);

async function main(): Promise<void> {
  const marks = new Redis(url, { maxRetriesPerRequest: null });
  marks.on('error', () => undefined);
  const queues = await RedisWorkQueues.open({ urls: [url], lockMs: Number(lockMs) }, silentLogger);
  const queue = queues.queue('shared', { firstMs: 5, maxMs: 50 });
  queue.start(Number(workers));
  process.once('SIGTERM', () => void queue.close());
  const self = String(process.pid);

  const work = async (): Promise<void> => {
    for (let taken = await queue.take(); taken; taken = await queue.take()) {
      const { name } = taken.key;
      const holder = await marks.getset(`busy:${name}`, self);
      if (holder !== null && holder !== self) report('overlap', name, holder);
      // Read at the beginning: what is wanted later is a later add.
      const wanted = (await marks.get(`wanted:${name}`)) ?? '0';
      await marks.del(`busy:${name}`);
      if (name.startsWith('poison') || Math.random() < FAILING) {
        await taken.retry();
        continue;
      }
      await taken.succeed();
      report('done', name, wanted);
    }
  };
  report('started');
  await Promise.all(Array.from({ length: Number(workers) }, work));
  await queue.close();
  queues.close();
  marks.disconnect();
}

void main();
