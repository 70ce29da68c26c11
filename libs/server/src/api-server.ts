import { resolve } from 'node:path';
import { ApiError, systemClock, type Clock } from '@orch/apimachinery';
import { type EventLoopWatchdog, SERVING, silentLogger, type Logger } from '@orch/process';
import { Registry, unlessDamaged, LoopbackClient, SharedRecords } from '@orch/registry';
import { isShared, makeDirectory } from '@orch/storage';
import { vocabularies } from '@orch/vocabulary';
import { ApiServerModule, AUDIT } from './api-server.module.js';
import type { AuditTrail } from '@orch/audit';
import { followServingKey, loadTokenKeys } from '@orch/authentication';
import { configuredModes, ensureDefaultRights } from '@orch/authorization';
import { writeAdminConfig } from './bootstrap/admin-config.js';
import {
  advertisedAddress,
  ensureAuthority,
  ensureServiceAccountKeys,
  followMaterial,
  followedFiles,
  readTlsMaterial,
  TrustedAuthorities,
} from '@orch/tls';
import { ensureAuthenticationSettings } from './bootstrap/authentication-settings.js';
import { ensureClusterInfo, ensureNamespaces } from './bootstrap/bootstrap-objects.js';
import { claimVocabulary } from './bootstrap/data-dir-vocabulary.js';
import { keepFlowControlObjects } from './bootstrap/flow-control-objects.js';
import { ensurePriorityClasses } from './bootstrap/priority-classes.js';
import { BootstrapRestorer } from './bootstrap/bootstrap-restorer.js';
import { externalUrl, serverUrl } from './bootstrap/server-url.js';
import { StartState } from './health/start-state.js';
import { checkStoreVocabulary, claimStoreVocabulary } from './bootstrap/store-vocabulary.js';
import { checkStoreContent, checkStoreFile, noteUsedStore } from './bootstrap/used-store.js';
import { Drain } from '@orch/http';
import { cutStalledAnswers } from './http/cut-stalled-answers.js';
import { createNestListener, type NestListener } from './http/nest-listener.js';
import { TlsContexts } from './http/tls-contexts.js';
import { createTlsServer } from './http/tls-server.js';
import { type Dial, dialDirectly } from '@orch/proxy';
import { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from './options/api-server-options.js';
import { featureGates } from './options/feature-gates-flag.js';
import { firstServiceAddress, parseClusterIpRanges } from '@orch/admission';
import { openStores, type OpenStores } from './stores/open-stores.js';
import { keepOwnEndpoints, type OwnEndpoints } from './server-leases/keep-own-endpoints.js';
import { addressText } from './server-leases/server-address.js';

/** Answers in flight are waited for this long when the server stops; the process has five seconds in all. */
const DRAIN_LIMIT_MS = 3_500;

/** How long a client may take to read an answer that is complete, beside the time that requests have. */
const TAKING_LIMIT_MS = 60_000;

/** Keys or vocabulary are not those that this server began with: somebody put another store in its place. */
const OTHER_STORE =
  'the store came back as that of another control plane: stop this server and start it as one of that';

/** A server that answers. */
export interface RunningApiServer {
  /** `https://HOST:PORT`. */
  readonly url: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** The administrator's client configuration. */
  readonly adminConfigPath: string;
  /** New requests are refused, watches end, writes in flight are answered, the storage is closed. */
  stop(): Promise<void>;
  /** Rejects when the storage can no longer be used: then only a new start helps. Never resolves. */
  readonly failure: Promise<never>;
}

/** What a test, or whoever embeds the server, may bring. */
export interface ApiServerDependencies {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** How proxied requests reach pods. Default: directly. */
  readonly dial?: Dial;
  /** Measures the event loop of this process. Default: nothing does. */
  readonly watchdog?: EventLoopWatchdog | undefined;
}

/**
 * Starts an API server in this process. Options left out have their defaults.
 * @throws StorageError Locked when another process uses the data directory; StoreOpenError of a store on Redis, RedisFileError, UnknownStoredResource;
 * AbsentStoreError, DataDirVocabularyError, DataDirKeysError, TokenFileError, UnknownAdmissionPlugin; what the operating system says about ports and files. Nothing stays open then. A process shows what
 * `explainedStart` makes of it.
 */
export async function startApiServer(
  given: Partial<ApiServerOptions>,
  dependencies: ApiServerDependencies = {},
): Promise<RunningApiServer> {
  const options: ApiServerOptions = {
    ...DEFAULT_API_SERVER_OPTIONS,
    ...given,
    dataDir: resolve(given.dataDir ?? './.orch'),
  };
  const { clock = systemClock, log = silentLogger, dial = dialDirectly, watchdog } = dependencies;
  const startPhase = startPhases(watchdog);
  startPhase('opening the store');
  makeDirectory(options.dataDir, 0o700);
  await checkStoreFile(options);
  const stores = await openStores(options, { clock, log });
  const records = isShared(stores.main) ? new SharedRecords(stores.main) : undefined;
  let serviceAccountKeys: Promise<ServiceAccountKeys> | undefined;
  try {
    await checkStoreContent(stores.main, options);
    if (records) await checkStoreVocabulary(stores.main, records, options.vocabulary);
    await claimVocabulary(options.dataDir, options.vocabulary);
    if (records) await claimStoreVocabulary(records, options.vocabulary);
    // Only the first start makes keys, and the slow one is made beside everything else.
    serviceAccountKeys = ensureServiceAccountKeys(options.dataDir, records);
    serviceAccountKeys.catch(() => undefined); // awaited below; until then nobody else complains
    const authorization = await configuredModes(options.authorization, vocabularies[options.vocabulary]);
    return await startOn(
      { stores, records, serviceAccountKeys },
      { ...options, authorization },
      { clock, log, dial, watchdog },
    );
  } catch (error) {
    await Promise.allSettled([serviceAccountKeys]);
    await stores.close();
    throw error;
  }
}

/** Work of the start may hold the event loop: nobody is served yet. Its turns are told apart by these names. */
const startPhases = (watchdog: EventLoopWatchdog | undefined) => (step: string) => {
  if (watchdog) watchdog.phase = `start-up: ${step}`;
};

type ServiceAccountKeys = Awaited<ReturnType<typeof ensureServiceAccountKeys>>;

/** What is there before the server is put together. */
interface StartingParts {
  readonly stores: OpenStores;
  /** Where other servers use the store too. */
  readonly records: SharedRecords | undefined;
  readonly serviceAccountKeys: Promise<ServiceAccountKeys>;
}

async function startOn(
  { stores, records, serviceAccountKeys }: StartingParts,
  options: ApiServerOptions,
  {
    clock,
    log,
    dial,
    watchdog,
  }: Required<Omit<ApiServerDependencies, 'watchdog'>> & Pick<ApiServerDependencies, 'watchdog'>,
): Promise<RunningApiServer> {
  const vocabulary = vocabularies[options.vocabulary];
  const { dataDir } = options;
  const startPhase = startPhases(watchdog);
  startPhase('keys and certificates');
  const features = featureGates(options.emulatedMinor, options.featureGates);
  for (const warning of features.warnings) log.warn(warning);
  const authority = await ensureAuthority(dataDir, vocabulary.product, clock, records);
  const serviceAddresses = parseClusterIpRanges(options.serviceClusterIpRanges).map(firstServiceAddress);
  const readMaterial = () => readTlsMaterial({ ...options, serviceAddresses }, authority, vocabulary, clock);
  const material = await readMaterial();
  const contexts = new TlsContexts(material, {
    minVersion: options.tlsMinVersion,
    cipherSuites: options.tlsCipherSuites,
  });
  const authorities = new TrustedAuthorities(material.authorities);
  const tokenKeys = serviceAccountKeys.then(({ publicKeyPem, privateKeyPem }) =>
    loadTokenKeys(options.serviceAccount, {
      servingKeyPem: material.privateKeyPem,
      dataDirPublicKeyPem: publicKeyPem,
      sharedKeyPem: records && privateKeyPem,
    }),
  );
  tokenKeys.catch(() => undefined); // awaited by the module; until then nobody else complains
  const state = new StartState();
  const ending = new AbortController();
  let url = '';
  let onStorageFailure: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (onStorageFailure = reject));
  failure.catch((error: unknown) => log.error('the storage failed', { error }));
  const putBack = new BootstrapRestorer({ clock, log, ended: ending.signal });
  const module = ApiServerModule.wire({
    options,
    features,
    vocabulary,
    authorities,
    tokenKeys,
    stores,
    clock,
    log,
    dial,
    watchdog,
    state,
    ended: ending.signal,
    url: () => url,
    onStorageFailure,
    onRebuilt: () => putBack.want(),
  });
  startPhase('loading the store');
  const listener = await createNestListener(
    module,
    (onRequest) => createTlsServer({ contexts, http2: options.http2 }, onRequest),
    log,
  ).catch((error: unknown) => {
    ending.abort(); // what was made before it has begun to ask issuers and to follow files
    throw error;
  });
  let endpoints: OwnEndpoints | undefined;
  try {
    startPhase('bootstrap objects');
    const writes = new LoopbackClient(listener.application.get(Registry));
    const ensureDefaults = () =>
      Promise.all([
        // Roles in a namespace need the namespace.
        ensureNamespaces(writes, vocabulary).then(() => ensureDefaultRights(writes, vocabulary)),
        ensurePriorityClasses(writes, vocabulary),
      ]);
    const isFair = options.flowLimits.priorityAndFairness;
    const [keepFlowControl] = await Promise.all([
      isFair ? keepFlowControlObjects(writes, vocabulary, clock, log) : undefined,
      ensureDefaults(),
    ]);
    const drain = listener.application.get(Drain);
    if (watchdog) watchdog.underWay = () => drain.requests;
    cutStalledAnswers(() => drain.requests, options.requestTimeoutMs + TAKING_LIMIT_MS, ending.signal);
    const port = await listener.listen(options.bindAddress, options.securePort);
    url = serverUrl(options.bindAddress, port);
    // Such as too many open files while a connection is taken: that one fails, the server goes on.
    listener.server.on('error', (error) => log.error('the listener failed', { error }));
    const ownAddress = { ip: advertisedAddress(options), port };
    let current = material;
    const tellSettings = () =>
      ensureAuthenticationSettings(writes, vocabulary, current.authorities, options.requestHeader);
    const tellOthers = () =>
      Promise.all([
        unlessDamaged(() =>
          ensureClusterInfo(writes, vocabulary, {
            // Where there are several servers, newcomers are on other machines.
            url: externalUrl(options.externalHostname, port) ?? (records ? `https://${addressText(ownAddress)}` : url),
            certificateAuthorityPem: current.trustPem,
          }),
        ),
        unlessDamaged(tellSettings),
      ]);
    await tellOthers().catch((error: unknown) => {
      // A store that takes no writes now is read all the same, and deletes make room in it.
      if (!(error instanceof ApiError && error.reason === 'ServiceUnavailable')) throw error;
      putBack.want();
    });
    const kept = await keepOwnEndpoints(
      stores.main,
      { writes, vocabulary, clock, log },
      serviceAddresses[0]!,
      ownAddress,
    );
    endpoints = kept;
    const tellAdministrator = () =>
      writeAdminConfig(dataDir, url, { ca: authority, trustPem: current.trustPem }, vocabulary, clock);
    const adminConfigPath = await tellAdministrator();
    await noteUsedStore(options, log);
    putBack.begin(async () => {
      const others = await records?.putBack();
      if (others?.length) log.error(OTHER_STORE, { records: others });
      await Promise.all([ensureDefaults(), keepFlowControl?.()]);
      await tellOthers();
      await kept.keep();
    });
    state.markStarted();
    if (watchdog) watchdog.phase = SERVING;
    log.info('serving', { url, dataDir });
    const keys = await tokenKeys;
    const stopFollowing = followMaterial(followedFiles(options), material, readMaterial, log, (next) => {
      contexts.replace(listener.server, next);
      authorities.replace(next.authorities);
      if (!records) followServingKey(keys, options.serviceAccount, next.privateKeyPem, log);
      current = next;
      Promise.all([tellOthers(), tellAdministrator()]).catch((error: unknown) =>
        log.error('the new authorities could not be published', { error }),
      );
    });
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopFollowing();
      return (stopped ??= stopServer(listener, stores, { state, ending, endpoints: kept }));
    };
    return { url, dataDir, adminConfigPath, stop, failure };
  } catch (error) {
    await endpoints?.leave(); // others were told that this server is there
    ending.abort();
    listener.application.get(Registry).close();
    const audit = listener.application.get<AuditTrail | undefined>(AUDIT);
    await listener.close();
    await audit?.close();
    throw error;
  }
}

interface Stopping {
  readonly state: StartState;
  readonly ending: AbortController;
  /** Those of all servers: this one is taken out. */
  readonly endpoints: OwnEndpoints;
}

/** The order is the promise: stop taking requests, end watches, answer what is in flight, close the stores. */
async function stopServer(
  listener: NestListener,
  stores: OpenStores,
  { state, ending, endpoints }: Stopping,
): Promise<void> {
  const { application } = listener;
  const drain = application.get(Drain);
  const audit = application.get<AuditTrail | undefined>(AUDIT);
  state.markStopping();
  const left = endpoints.leave(); // others stop sending clients here while those that are here are answered
  drain.begin();
  await drain.finished(DRAIN_LIMIT_MS);
  await left;
  ending.abort();
  application.get(Registry).close();
  await listener.close();
  await audit?.close(); // the last answers have been recorded by now
  await stores.close();
}
