import { resolve } from 'node:path';
import { CBOR_GATE, type ReleaseGates } from '@orch/api';
import { systemClock, type Clock } from '@orch/apimachinery';
import { loadAdmissionConfiguration, pluginFlags, runningPlugins, type AdmissionConfiguration } from '@orch/admission';
import { configuredModes } from '@orch/authorization';
import { silentLogger, type EventLoopWatchdog, type Logger } from '@orch/process';
import { dialDirectly, type Dial } from '@orch/proxy';
import { vocabularies, withCbor, type Vocabulary } from '@orch/vocabulary';
import { StartState } from '../health/start-state.js';
import { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from '../options/api-server-options.js';
import { featureGates } from '../options/feature-gates-flag.js';
import { runtimeConfigWarnings } from '../options/runtime-config.js';

/** Dependencies that a test or an embedding application may replace. */
export interface ApiServerDependencies {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Dials pods for proxied requests. Default: directly. */
  readonly dial?: Dial;
  /** Measures the event loop of this process. Default: not measured. */
  readonly watchdog?: EventLoopWatchdog | undefined;
}

/** State shared by all modules of one server. An injection token. */
export class ServerContext {
  readonly vocabulary: Vocabulary;
  readonly features: ReleaseGates;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dial: Dial;
  readonly watchdog: EventLoopWatchdog | undefined;
  readonly state = new StartState();
  /** URL of the server. Empty until it listens. */
  url = '';
  /** Port of the listener. 0 until it listens. */
  port = 0;
  /** Rejects when the store can no longer be followed and the server has to be restarted. Never resolves. */
  readonly failure: Promise<never>;
  /** Fails the server: see {@link failure}. */
  readonly fail: (error: unknown) => void;
  private readonly ending = new AbortController();
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly servingSteps: (() => void)[] = [];

  private constructor(
    readonly options: ApiServerOptions,
    /** Configurations of admission plugins. */
    readonly admission: AdmissionConfiguration,
    { clock = systemClock, log = silentLogger, dial = dialDirectly, watchdog }: ApiServerDependencies,
  ) {
    this.features = featureGates(options.emulatedMinor, options.featureGates);
    const vocabulary = vocabularies[options.vocabulary];
    this.vocabulary = this.features.enabled(CBOR_GATE) ? withCbor(vocabulary) : vocabulary;
    this.clock = clock;
    this.log = log;
    this.dial = dial;
    this.watchdog = watchdog;
    let fail: (error: unknown) => void = () => undefined;
    this.failure = new Promise<never>((_resolve, reject) => (fail = reject));
    this.fail = fail;
    this.failure.catch((error: unknown) => log.error('the storage failed', { error }));
    for (const warning of this.features.warnings) log.warn(warning);
    for (const warning of runtimeConfigWarnings(options.runtimeConfig, vocabulary)) log.warn(warning);
  }

  /**
   * Missing options get their defaults.
   * @throws UsageError when a file of authorization or admission cannot be used; UnknownAdmissionPlugin.
   */
  static async create(given: Partial<ApiServerOptions>, dependencies: ApiServerDependencies): Promise<ServerContext> {
    const options = { ...DEFAULT_API_SERVER_OPTIONS, ...given, dataDir: resolve(given.dataDir ?? './.orch') };
    const authorization = await configuredModes(options.authorization, vocabularies[options.vocabulary]);
    const all = { ...options, authorization };
    return new ServerContext(all, await admissionConfiguration(all, dependencies), dependencies);
  }

  /** Aborted when the last request was answered: file watchers and connections to other services end. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** The start may block the event loop for long: the watchdog reports its turns under this name. */
  startPhase(step: string): void {
    if (this.watchdog) this.watchdog.phase = `start-up: ${step}`;
  }

  /** Registers what {@link serving} calls: a failed start does not come to it. */
  onServing(step: () => void): void {
    this.servingSteps.push(step);
  }

  /** The server serves. */
  serving(): void {
    for (const step of this.servingSteps.splice(0)) step();
  }

  /** Registers what {@link close} has to close, last registered first. */
  onClose(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Runs a part of the start that leaves something behind, such as files: {@link close} waits for it, and after a failed start none begins.
   * Parts that do not depend on each other run at once, so that one may fail while another writes.
   */
  async startStep<T>(run: () => Promise<T>): Promise<T> {
    this.ended.throwIfAborted();
    const running = run();
    this.onClose(() => Promise.allSettled([running]));
    return running;
  }

  /** Ends file watchers and connections to other services. */
  end(): void {
    this.ending.abort();
  }

  /** Closes everything that was opened, also after a failed start. */
  async close(): Promise<void> {
    this.end();
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await close();
  }
}

function admissionConfiguration(
  options: ApiServerOptions,
  { clock = systemClock }: ApiServerDependencies,
): Promise<AdmissionConfiguration> {
  const { emulatedMinor, featureGates: gates, admissionControlConfigFile: file, vocabulary } = options;
  const plugins = runningPlugins(pluginFlags(options), featureGates(emulatedMinor, gates));
  return loadAdmissionConfiguration(file, plugins, vocabularies[vocabulary], clock);
}
