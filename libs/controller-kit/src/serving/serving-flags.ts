import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { ServingOptions } from './serving-options.js';

const OFF = '0';

/** Flags of the port of a process of controllers. */
export const servingFlags = flagGroup('Metrics and health', [
  {
    name: 'metrics-bind-address',
    type: 'string',
    default: OFF,
    help: 'HOST:PORT of a port for /metrics, /healthz, /livez and /readyz over HTTPS; without HOST that of all interfaces; 0: none. Except for health, the API server authenticates the token of each request and decides whether its user may.',
  },
  {
    name: 'metrics-cert-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the certificate of that port. Default: a self-signed one, which is new at each start.',
  },
  {
    name: 'work-queue-board',
    type: 'bool',
    default: false,
    help: 'Show shared work queues on that port, at /queues, to users who may request it: a board that only reads.',
  },
  {
    name: 'work-queue-board-retry',
    type: 'bool',
    default: false,
    help: 'Let users of the board who may put these paths retry failed jobs and promote delayed ones.',
  },
  { name: 'metrics-key-file', type: 'string', default: undefined, help: 'PEM file of the key of that certificate.' },
]);

/**
 * @param isShared whether work queues are shared.
 * @returns undefined: no port.
 * @throws UsageError for an invalid address, and for flags that do not fit.
 */
export function servingOptions(
  values: FlagValues<readonly [typeof servingFlags]>,
  isShared: boolean,
): ServingOptions | undefined {
  const hasBoard = values['work-queue-board'];
  if (values['work-queue-board-retry'] && !hasBoard) throw problem('work-queue-board-retry', 'is for the board: add --work-queue-board'); // prettier-ignore
  if (hasBoard && !isShared) throw problem('work-queue-board', 'shows shared work queues: add --work-queue=redis');
  const address = values['metrics-bind-address'];
  const [certFile, keyFile] = [values['metrics-cert-file'], values['metrics-key-file']];
  if (address === OFF) {
    const flag = hasBoard ? 'work-queue-board' : certFile === undefined ? keyFile && 'metrics-key-file' : 'metrics-cert-file'; // prettier-ignore
    if (flag) throw problem(flag, 'is for the port of metrics: add --metrics-bind-address=HOST:PORT');
    return undefined;
  }
  if (certFile === undefined && keyFile !== undefined) throw problem('metrics-cert-file', 'is needed with --metrics-key-file'); // prettier-ignore
  if (keyFile === undefined && certFile !== undefined) throw problem('metrics-key-file', 'is needed with --metrics-cert-file'); // prettier-ignore
  return {
    ...addressOf(address),
    ...(hasBoard ? { board: { mayRetry: values['work-queue-board-retry'] } } : {}),
    ...(certFile !== undefined && keyFile !== undefined ? { certificate: { certFile, keyFile } } : {}),
  };
}

const problem = (flag: string, text: string): UsageError => new UsageError(`flag --${flag}: ${text}`);

function addressOf(text: string): { readonly host: string | undefined; readonly port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits ?? -1);
  if (port < 0 || port > 65_535)
    throw problem('metrics-bind-address', 'must be HOST:PORT, such as 127.0.0.1:10257, or 0 for no port');
  return { host: bracketed ?? (plain || undefined), port };
}
