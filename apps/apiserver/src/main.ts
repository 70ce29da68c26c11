import { createLogger, printReady, readFlagsOrExit, runUntilSignal } from '@orch/process';
import { apiServerFlags, optionsFromFlags, startApiServer } from '@orch/server';

const { values } = readFlagsOrExit({
  command: 'orch apiserver',
  summary: 'Serves the API over TLS, from an embedded store or Redis.',
  groups: apiServerFlags,
});
const log = createLogger({ format: values['log-format'], level: values['log-level'] });

runUntilSignal(
  async () => {
    const server = await startApiServer(optionsFromFlags(values), { log });
    printReady(server.url);
    return server;
  },
  { logger: log },
);
