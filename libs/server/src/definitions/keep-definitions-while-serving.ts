import { keepDefinitions } from '@orch/extensions';
import { LoopbackClient, type Registry } from '@orch/registry';
import type { ServerContext } from '../context/server-context.js';

/** Accepts names, sets conditions and finalizes definitions of custom resources, from the moment the server serves until it ends. */
export function keepDefinitionsWhileServing(registry: Registry, server: ServerContext): void {
  const { vocabulary, clock, log, ended } = server;
  const parts = {
    client: new LoopbackClient(registry),
    vocabulary,
    clock,
    warn: (message: string, fields: Readonly<Record<string, unknown>>) => log.warn(message, fields),
    ended,
  };
  server.onServing(() => void keepDefinitions(registry, parts).catch((error: unknown) => server.fail(error)));
}
