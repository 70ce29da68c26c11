import {
  startRedisCluster,
  startReplication,
  startSentinels,
  type TestRedisCluster,
  type TestReplication,
  type TestSentinels,
} from '@orch/testing';
import { RecordingLogger } from '../../testing/recording-logger.js';
import { RedisWorkQueues } from './redis-work-queues.js';

const KEYS = Array.from({ length: 50 }, (_, n) => ({ namespace: 'ns', name: `k${n}` }));

/** What any of the processes has done, and who waits for it. */
class Progress {
  readonly done = new Set<string>();
  private readonly waiting = new Set<() => void>();

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  changed(): void {
    for (const each of this.waiting) each();
    this.waiting.clear();
  }
}

/** A process that shares its work, as a controller does: it adds all of its keys again after an outage. */
class SharingProcess {
  restored = 0;

  private constructor(
    private readonly queues: RedisWorkQueues,
    private readonly queue: ReturnType<RedisWorkQueues['queue']>,
    private readonly progress: Progress,
    readonly logger: RecordingLogger,
  ) {
    queues.restored$.subscribe(() => {
      this.restored++;
      this.addAll();
      progress.changed();
    });
    queue.start(3);
    for (let n = 0; n < 3; n++) void this.work();
  }

  static async start(url: string, progress: Progress): Promise<SharingProcess> {
    const logger = new RecordingLogger();
    const queues = await RedisWorkQueues.open({ urls: [url], lockMs: 3_000 }, logger);
    return new SharingProcess(queues, queues.queue('c', { firstMs: 5, maxMs: 50 }), progress, logger);
  }

  addAll(): void {
    for (const key of KEYS) this.queue.add(key);
  }

  /** Adds a key, and resolves when it was processed by any process. */
  process(name: string): Promise<void> {
    this.queue.add({ namespace: 'ns', name });
    return this.progress.until(() => this.progress.done.has(name));
  }

  untilRestored(): Promise<void> {
    return this.progress.until(() => this.restored > 0);
  }

  stop(): void {
    this.queues.close();
  }

  private async work(): Promise<void> {
    for (let taken = await this.queue.take(); taken; taken = await this.queue.take()) {
      await taken.succeed();
      this.progress.done.add(taken.key.name);
      this.progress.changed();
    }
  }
}

let processes: SharingProcess[];
let progress: Progress;
beforeEach(() => {
  processes = [];
  progress = new Progress();
});
afterEach(() => processes.forEach((each) => each.stop()));

async function start(url: string): Promise<SharingProcess> {
  const started = await SharingProcess.start(url, progress);
  processes.push(started);
  return started;
}

describe('work queues by way of Sentinels', () => {
  let replication: TestReplication;
  let sentinels: TestSentinels;
  beforeAll(async () => {
    replication = await startReplication({ replicas: 2 });
    sentinels = await startSentinels(3, replication);
  });
  afterAll(async () => {
    await sentinels.stop();
    await replication.stop();
  });

  it('go on with another primary after a fail-over, with one of the Sentinels gone', async () => {
    const [one, other] = [await start(sentinels.url), await start(sentinels.url)];
    one.addAll();
    await one.process('before');
    await sentinels.kill(0);
    await replication.primary.kill();
    await sentinels.untilPrimaryIsNot(replication.primary.port);
    await Promise.all([one, other].map((each) => each.untilRestored()));
    await Promise.all([one.process('after-one'), other.process('after-other')]);
    expect((await sentinels.primaryAddress()).port).not.toBe(replication.primary.port);
  });
});

describe('work queues in a cluster', () => {
  let cluster: TestRedisCluster;
  beforeAll(async () => {
    // The other nodes serve their slots while one is away.
    cluster = await startRedisCluster(3, { settings: { 'cluster-require-full-coverage': 'no' } });
  });
  afterAll(() => cluster.stop());

  it('go on when their node was away, and ask for all keys again', async () => {
    const one = await start(cluster.url);
    one.addAll();
    await one.process('before');
    const node = await cluster.nodeOf('{orch}:queue:c:id');
    await node.kill();
    await node.restart();
    await one.untilRestored();
    await one.process('after');
    expect(one.logger.lines.map(({ message }) => message)).toContain('work queue available again');
  });

  it('do not notice when another node is away', async () => {
    const one = await start(cluster.url);
    await one.process('before');
    const own = await cluster.nodeOf('{orch}:queue:c:id');
    const other = cluster.nodes.find((node) => node !== own)!;
    await other.kill();
    await one.process('meanwhile');
    await other.restart();
    await one.process('after');
    expect(one.restored).toBe(0);
  });
});
