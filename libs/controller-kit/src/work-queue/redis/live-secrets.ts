import type { Logger } from '@orch/process';
import { readRedisSecrets, type RedisSecrets, reloadedSecrets } from '@orch/redis';
import type { SharedQueueOptions } from '../shared-queues.js';

/** What the names of the flags begin with. */
const FLAGS = 'work-queue';

/** Contents of the files of a password and of certificates, read again after each end of a connection, since they can be rotated. */
export class LiveSecrets {
  private constructor(
    /** The newest contents. */
    public current: RedisSecrets,
    private readonly read: () => Promise<RedisSecrets>,
  ) {}

  /** @throws RedisFileError; errors of the operating system, with the path. */
  static async open(options: SharedQueueOptions, logger: Logger): Promise<LiveSecrets> {
    const first = await readRedisSecrets(options, FLAGS);
    return new LiveSecrets(first, reloadedSecrets(options, FLAGS, first, logger));
  }

  /** The next attempt to connect uses the contents of now, if they are read until then, else the one after it. */
  readonly reload = async (): Promise<void> => {
    this.current = await this.read();
  };
}
