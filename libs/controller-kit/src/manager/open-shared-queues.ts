import { createLogger, UserFacingError } from '@orch/process';
import { RedisFileError } from '@orch/redis';
import type { SharedQueues } from '../work-queue/shared-queues.js';
import type { ControllerModuleOptions } from './controller-module-options.js';

/**
 * The work queues that the options name; undefined: those of each process are in memory.
 * @throws UserFacingError for files of credentials that cannot be used.
 */
export async function openSharedQueues(options: ControllerModuleOptions): Promise<SharedQueues | undefined> {
  const { sharedQueues, workQueue, logger = createLogger() } = options;
  if (sharedQueues || !workQueue) return sharedQueues;
  // Loaded here: a process with queues in memory does not pay for the client.
  const { RedisWorkQueues } = await import('../work-queue/redis/redis-work-queues.js');
  try {
    return await RedisWorkQueues.open(workQueue, logger);
  } catch (cause) {
    if (!(cause instanceof RedisFileError) && !isFileError(cause)) throw cause;
    throw new UserFacingError(cause.message, { cause });
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;
