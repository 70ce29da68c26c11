import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../network/free-port.js';
import { endWithTests } from '../process/end-with-tests.js';
import { ProcessOutput } from '../process/process-output.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { makeRedisCertificates } from './redis-certificates.js';
import { redisCommand, type RedisAccess } from './redis-command.js';
import { TESTER, writeRedisConfig } from './redis-config.js';
import type { RedisCertificates, TestRedisOptions } from './redis-options.js';

/** A `redis-server` on 127.0.0.1 that keeps its port and files across restarts. */
export interface TestRedis {
  readonly port: number;
  /** `redis://` or `rediss://`, with the first user if any. */
  readonly url: string;
  readonly directory: string;
  /** Set with TLS. */
  readonly certificates: RedisCertificates | undefined;
  /** Of the current process, or the last one. */
  readonly pid: number;
  /** Log since the last start. */
  readonly log: () => readonly string[];
  /** Runs a command as a user with all permissions: `cli('CONFIG', 'SET', 'maxmemory', '10mb')`. Rejects with the server's error. */
  cli(...args: readonly (string | number)[]): Promise<unknown>;
  /** Resolves with the first line of its log that contains `text`; skips the first `from` lines. Rejects when it ends before. */
  logged(text: string, from?: number): Promise<string>;
  /** Sends a signal and waits for the exit. Default: SIGKILL, like a machine failure. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on its port and files, after a kill if it runs. Resolves when it responds. */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open, without responses. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** Stops it and removes its temporary directory. */
  stop(): Promise<void>;
}

/** Starts a server that loses no acknowledged write (append-only file, fsync on each write, no eviction) and waits until it responds. */
export async function startRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const certificates = options.tls ? await makeRedisCertificates() : undefined;
  return startRedisWith(options, certificates);
}

/** As `startRedis`, with given certificates, so that servers of one group trust each other. */
export async function startRedisWith(
  options: TestRedisOptions,
  certificates: RedisCertificates | undefined,
): Promise<TestRedis> {
  const own = options.directory === undefined ? await temporaryDirectory() : undefined;
  const directory = options.directory ?? own!.path;
  const port = await freePort();
  const file = await writeRedisConfig(directory, port, options, certificates);
  const server = new RedisProcess(file, {
    port,
    ...(options.users ? { user: TESTER } : {}),
    ...(certificates ? { certificates } : {}),
  });
  const stop = async (): Promise<void> => {
    await server.kill();
    await own?.remove();
  };
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const [user] = options.users ?? [];
  const login = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : '';
  return {
    port,
    url: `${certificates ? 'rediss' : 'redis'}://${login}127.0.0.1:${port}`,
    directory,
    certificates,
    get pid() {
      return server.child!.pid!;
    },
    log: () => server.output!.lines,
    cli: (...args) => redisCommand(server.access, args),
    logged: (text, from) => server.output!.line((line) => line.includes(text), from),
    kill: (signal) => server.kill(signal),
    restart: async () => {
      await server.kill();
      await server.start();
    },
    pause: () => void server.child!.kill('SIGSTOP'),
    resume: () => void server.child!.kill('SIGCONT'),
    stop,
  };
}

/** The current process of a server. */
export class RedisProcess {
  child: ChildProcess | undefined;
  output: ProcessOutput | undefined;
  private exited: Promise<unknown> | undefined;

  /** @param flags `--sentinel` for one. */
  constructor(
    private readonly file: string,
    readonly access: RedisAccess,
    private readonly flags: readonly string[] = [],
  ) {}

  async start(): Promise<void> {
    const child = spawn('redis-server', [this.file, ...this.flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.output = new ProcessOutput(`redis-server ${this.access.port}`, child);
    this.exited = new Promise((resolve) => child.once('close', resolve));
    endWithTests(child);
    await once(child, 'spawn');
    await this.output.line((line) => line.includes(this.flags.length > 0 ? '+monitor' : 'Ready to accept connections'));
    await redisCommand(this.access, ['PING']);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    // A stopped process handles no signal but SIGKILL.
    if (signal !== 'SIGKILL') this.child?.kill('SIGCONT');
    this.child?.kill(signal);
    await this.exited;
  }
}
