import { flagGroup } from '@orch/process';

/** Where traces of requests are sent. */
export const tracingFlags = flagGroup('Traces', [
  {
    name: 'tracing-config-file',
    type: 'string',
    default: undefined,
    help: 'File with the TracingConfiguration: the OpenTelemetry collector, and which requests are traced; default: none.',
  },
]);
