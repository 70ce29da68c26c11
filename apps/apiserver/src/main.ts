import { createLogger, printReady, readFlagsOrExit, runUntilSignal } from '@orch/process';
import { apiServerFlags, explainedStart, optionsFromFlags, startApiServer } from '@orch/server';

const { values } = readFlagsOrExit({
  command: 'orch apiserver',
  summary: 'Serves the API over TLS, from an embedded store or from a Redis that several servers share.',
  groups: apiServerFlags,
});
const log = createLogger({ format: values['log-format'], level: values['log-level'] });

runUntilSignal(
  async () => {
    const options = optionsFromFlags(values);
    const server = await startApiServer(options, { log }).catch((error: unknown) => {
      throw explainedStart(error, options);
    });
    printReady(server.url);
    return server;
  },
  { logger: log },
);
