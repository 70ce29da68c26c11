import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { ApiError } from '@orch/apimachinery';
import { AuditTrail } from '@orch/audit';
import { followServingKey, TokenKeys } from '@orch/authentication';
import { Drain } from '@orch/http';
import { SERVING } from '@orch/process';
import { Registry } from '@orch/registry';
import { BootstrapObjects } from './bootstrap/bootstrap-objects.js';
import { BootstrapRestorer } from './bootstrap/bootstrap-restorer.js';
import { PublishedServer } from './bootstrap/published-server.js';
import { serverUrl } from './bootstrap/server-url.js';
import { noteUsedStore } from './bootstrap/used-store.js';
import { ServerCertificates } from './certificates/server-certificates.js';
import { ServerContext } from './context/server-context.js';
import { Endpoints } from './endpoints/endpoints.js';
import { UnreadAnswers } from './http/unread-answers.js';
import { HttpsListener } from './http/https-listener.js';
import { OpenStores } from './stores/open-stores.js';

/** How long a stopping server waits for answers in flight. The process has five seconds in all. */
const DRAIN_LIMIT_MS = 3_500;

/** How long a client may take to read a complete answer, in addition to the request timeout. */
const TAKING_LIMIT_MS = 60_000;

/** The keys or the vocabulary differ from those at the start: the store was replaced by another one. */
const OTHER_STORE =
  'the store came back as that of another control plane: stop this server and start it as one of that';

/**
 * One API server, started and stopped with the Nest application that it is part of: `onApplicationBootstrap` runs
 * {@link start}; the two shutdown hooks run {@link drain} and {@link close}.
 */
@Injectable()
export class ApiServer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  /** The administrator's client configuration. Empty until the server listens. */
  adminConfigPath = '';
  private stopFollowing: (() => void) | undefined;
  private drained: Promise<void> | undefined;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly context: ServerContext,
    private readonly stores: OpenStores,
    private readonly certificates: ServerCertificates,
    private readonly tokenKeys: TokenKeys,
    private readonly registry: Registry,
    private readonly objects: BootstrapObjects,
    private readonly restorer: BootstrapRestorer,
    private readonly published: PublishedServer,
    private readonly listener: HttpsListener,
    private readonly endpoints: Endpoints,
    private readonly drainage: Drain,
    @Inject(AuditTrail) private readonly trail: AuditTrail | undefined,
  ) {}

  /** `https://HOST:PORT`. Empty until the server listens. */
  get url(): string {
    return this.context.url;
  }

  /** Absolute path. */
  get dataDir(): string {
    return this.context.options.dataDir;
  }

  /** Rejects when the storage can no longer be used and the server has to be restarted. Never resolves. */
  get failure(): Promise<never> {
    return this.context.failure;
  }

  /** Runs the start steps in order. An error is rethrown after everything was closed. */
  async onApplicationBootstrap(): Promise<void> {
    const steps: readonly (() => void | Promise<void>)[] = [
      () => this.createBootstrapObjects(), // before the port is open: clients need namespaces and roles
      () => this.listen(),
      () => this.publish(), // with the port that was opened
      () => this.keepObjects(), // restores bootstrap objects when the store loses them
      () => this.serve(), // from here on the server reports that it is ready
    ];
    try {
      for (const step of steps) await step();
    } catch (error) {
      await this.published.leave(); // the server was registered in the endpoints
      await this.closeAll();
      throw error;
    }
  }

  /** Refuses new requests, removes this server from the endpoints, ends watches, and waits for requests in flight. */
  beforeApplicationShutdown(): Promise<void> {
    return (this.drained ??= this.drain());
  }

  /** Closes the port, the audit log and the stores. */
  async onApplicationShutdown(): Promise<void> {
    await this.beforeApplicationShutdown();
    await (this.closed ??= this.closeAll());
  }

  private async createBootstrapObjects(): Promise<void> {
    this.context.startPhase('bootstrap objects');
    await this.orLater(() => this.objects.create());
  }

  /**
   * Runs a step that writes bootstrap objects. If the store has them already, a failure is repeated until it succeeds, while the server is
   * reached: a webhook or policy that refuses these writes can only be removed through it, and a full store only be read and emptied.
   */
  private async orLater(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => {
      if (!(error instanceof ApiError && this.objects.exist)) throw error;
      this.restorer.request();
    });
  }

  private async listen(): Promise<void> {
    const { context } = this;
    const { options, watchdog, ended } = context;
    const inFlight = () => this.drainage.requests;
    if (watchdog) watchdog.underWay = inFlight;
    new UnreadAnswers(options.requestTimeoutMs + TAKING_LIMIT_MS).begin(inFlight, ended);
    context.port = await this.listener.listen();
    context.url = serverUrl(options.bindAddress, context.port);
  }

  private async publish(): Promise<void> {
    await this.orLater(() => this.published.publish());
    await this.published.join();
    this.adminConfigPath = await this.published.writeClientCredentials();
    await noteUsedStore(this.context.options, this.context.log);
  }

  private keepObjects(): void {
    this.restorer.begin(async () => {
      const others = await this.stores.records?.recreateAgreed();
      if (others?.length) this.context.log.error(OTHER_STORE, { records: others });
      await this.objects.restore();
      await this.published.restore();
    });
  }

  private serve(): void {
    const { state, watchdog, log, url, options } = this.context;
    state.markStarted();
    if (watchdog) watchdog.phase = SERVING;
    log.info('serving', { url, dataDir: options.dataDir });
    this.context.serving();
    this.stopFollowing = this.certificates.follow(this.listener.server, ({ privateKeyPem }) => {
      if (!this.stores.records) followServingKey(this.tokenKeys, options.serviceAccount, privateKeyPem, log);
      Promise.all([this.published.publish(), this.published.writeClientCredentials()]).catch((error: unknown) =>
        log.error('the new authorities could not be published', { error }),
      );
    });
  }

  private async drain(): Promise<void> {
    this.stopFollowing?.();
    this.context.state.markStopping();
    const left = this.published.leave(); // other clients are routed elsewhere while current ones are answered
    this.drainage.begin();
    await this.drainage.finished(DRAIN_LIMIT_MS);
    await left;
  }

  /**
   * The order is guaranteed: no request is answered after the audit log is closed, and no write happens after the
   * stores are closed.
   */
  private async closeAll(): Promise<void> {
    this.context.end();
    this.registry.close();
    await this.listener.close();
    await this.endpoints.close();
    await this.trail?.close();
    await this.context.close();
  }
}
