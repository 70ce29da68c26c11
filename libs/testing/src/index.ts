/**
 * Control planes, stores and networks for tests.
 * @module @orch/testing
 */
export { checkHistory } from './consistency/check-history.js';
export type { WatchAllowances } from './consistency/check-watches.js';
export type { Content, Found, Operation, Outcome, Request, Violation } from './consistency/history.js';
export { printHistory } from './consistency/print-history.js';
export type { ListedStep, WatchJourney, WatchStep } from './consistency/watch-history.js';
export type { TestServer } from './control-plane/plane-parts.js';
export {
  clientFor,
  startControlPlane,
  type ControlPlaneOptions,
  type TestControlPlane,
} from './control-plane/test-control-plane.js';
export {
  HandMadeIssuer,
  KEYS_CAME,
  NO_KEYS,
  RecordedLog,
  issuersCaPem,
  answerJson,
  servingPair,
  signingKey,
  type SigningKey,
} from './hand-made-issuer.js';
export { HeldReads, type HeldAnswer, type HeldRead, type HeldReadTarget } from './held-reads.js';
export { mostPerTurn } from './most-per-turn.js';
export { startBalancer, type Balancer } from './network/balancer.js';
export { freePort } from './network/free-port.js';
export { sendKeyUpdates } from './network/send-key-updates.js';
export { startTcpProxy, type Direction, type TcpProxy } from './network/tcp-proxy.js';
export { OpensslAuthority, type Pair } from './openssl-authority.js';
export { endWithTests } from './process/end-with-tests.js';
export { copyPrepared } from './prepared-directory.js';
export { takeLongTurns } from './process/long-turns.js';
export { runOrch, type OrchProcess } from './process/orch-process.js';
export { runCommand, type CommandResult } from './process/run-command.js';
export type { RedisCertificates, RedisUser, TestRedisOptions } from './redis/redis-options.js';
export { startRedisCluster, type TestRedisCluster } from './redis/test-redis-cluster.js';
export { redisCommand } from './redis/redis-command.js';
export { startRedis, type TestRedis } from './redis/test-redis.js';
export { startReplication, type TestReplication } from './redis/test-replication.js';
export { startSentinels, type TestSentinels, type TestSentinelsOptions } from './redis/test-sentinels.js';
export { der, requestWithSubject, type RawAttribute } from './request-with-subject.js';
export {
  ReviewServer,
  abortResponse,
  sendCode,
  sendJson,
  silence,
  type Answering,
  type ReviewCall,
  type ReviewServerOptions,
} from './review-server.js';
export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.js';
export { startTestRegistry, testWrite, type TestRegistry, type TestRegistryOptions } from './test-registry.js';
export { giveTokenKey } from './token-key.js';
export { untilGone, untilObject } from './until.js';
