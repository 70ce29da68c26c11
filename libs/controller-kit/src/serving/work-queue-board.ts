import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:https';
import type { SharedQueues } from '../work-queue/shared-queues.js';

/** Where the board is: roles allow `/queues` and `/queues/*`. */
const BOARD_PATH = '/queues';
/** Routes of the board that retry failed jobs and promote delayed ones: nothing that removes a job, adds one or stops a queue. */
const RETRIES: ReadonlySet<string | undefined> = new Set(
  ['retry/:queueStatus', 'promote', ':jobId/retry', ':jobId/promote'].map(
    (route) => `${BOARD_PATH}/api/queues/:queueName/${route}`,
  ),
);
/** Nothing is loaded from elsewhere, and no other page shows it in a frame. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** What clients of the board may do. */
export interface BoardOptions {
  /** Whether they may retry and promote jobs. Otherwise they only read. */
  readonly mayRetry: boolean;
}

/** Adds bull-board over shared work queues, whose jobs hold keys and nothing else. Access was checked before. */
export async function addWorkQueueBoard(
  server: FastifyInstance<Server>,
  { jobQueues }: Pick<SharedQueues, 'jobQueues'>,
  { mayRetry }: BoardOptions,
): Promise<void> {
  // Loaded here: only processes with the board need them.
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: jobQueues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: !mayRetry, allowRetries: mayRetry })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Work queues' } },
  });
  await server.register((board, _options, done) => {
    board.addHook('onRequest', refuseWrites(mayRetry));
    board.register(serverAdapter.registerPlugin());
    done();
  }, { prefix: BOARD_PATH }); // prettier-ignore
}

/** By itself, so that no other version of the board allows more. */
const refuseWrites =
  (mayRetry: boolean) =>
  async ({ method, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    if (method === 'GET' || method === 'HEAD') return undefined;
    // The route that was found, not the path: a path may be read in several ways.
    if (mayRetry && method === 'PUT' && RETRIES.has(routeOptions.url)) return undefined;
    return reply.code(405).type('text/plain; charset=utf-8').send('The board does not allow this.\n');
  }; // prettier-ignore
