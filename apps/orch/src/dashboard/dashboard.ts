import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { holdingClock, systemClock, withTimeout } from '@orch/apimachinery';
import { ConnectionLimit, guardTlsServer, readInTurns, SERVER_TLS } from '@orch/connections';
import { FrontServer } from '@orch/dashboard';
import { answerInTurn } from '@orch/http';
import { createLogger, printReady, readFlagsOrExit, runUntilSignal, type Logger, type Running } from '@orch/process';
import { type DashboardProcess, dashboardProcess, dashboardProcessFlags } from './dashboard-flags.js';

const COMMAND = 'orch dashboard';
/** How long answers under way may take when the process stops. Unit: milliseconds. */
const DRAIN_MS = 3_000;

/** `orch dashboard`: runs until a signal. */
export function dashboard(argv: readonly string[]): void {
  const summary = 'Serves the dashboard in front of an API server, to which it passes the requests of users on.';
  const { values } = readFlagsOrExit({ command: COMMAND, summary, groups: dashboardProcessFlags, argv });
  const logger = createLogger({ format: values['log-format'], level: values['log-level'] });
  const options = { logger, command: COMMAND, logFormat: values['log-format'] };
  runUntilSignal(async () => serve(await dashboardProcess(values), logger), options);
}

async function serve({ front, bindAddress, port, tls }: DashboardProcess, log: Logger): Promise<Running> {
  const handler = new FrontServer({ ...front, clock: systemClock, log });
  const listener = answerInTurn(handler.handle);
  const server = tls ? createHttpsServer({ ...tls, ...SERVER_TLS }, listener) : createHttpServer(listener);
  if (tls) guardTlsServer(server);
  else readInTurns(server);
  const limit = new ConnectionLimit();
  limit.guard(server);
  server.listen(port, bindAddress);
  await once(server, 'listening');
  server.on('error', (error) => log.error('the listener failed', { error }));
  const { port: bound } = server.address() as AddressInfo;
  const host = bindAddress.includes(':') ? `[${bindAddress}]` : bindAddress;
  printReady(`${tls ? 'https' : 'http'}://${host}:${bound}/dashboard/`);
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    handler.stop();
    server.closeIdleConnections();
    await withTimeout(holdingClock, DRAIN_MS, closed, () => undefined);
    limit.destroyAll();
    await handler.close();
  };
  return { stop };
}
