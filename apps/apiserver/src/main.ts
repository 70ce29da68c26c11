import { createLogger, printReady, readFlagsOrExit, runUntilSignal, watchEventLoop } from '@orch/process';
import {
  apiServerFlags,
  userFacingStartError,
  isConnectionError,
  optionsFromFlags,
  startApiServer,
} from '@orch/server';

const command = 'orch apiserver';
const { values } = readFlagsOrExit({
  command,
  summary: 'Serves the API over TLS, from an embedded store or from a Redis that several servers share.',
  groups: apiServerFlags,
});
const log = createLogger({ format: values['log-format'], level: values['log-level'] });

runUntilSignal(
  async () => {
    const options = optionsFromFlags(values);
    const watchdog = watchEventLoop(values['event-loop-warning-threshold'], log, 'apiserver');
    const server = await startApiServer(options, { log, watchdog }).catch((error: unknown) => {
      throw userFacingStartError(error, options);
    });
    printReady(server.url);
    return server;
  },
  { logger: log, command, logFormat: values['log-format'], survives: isConnectionError },
);
