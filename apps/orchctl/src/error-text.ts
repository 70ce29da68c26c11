import { ApiError } from '@orch/apimachinery';
import { ConfigurationError, TransportError } from '@orch/client';
import { CommanderError } from 'commander';
import { NegativeAnswer, UnreadableAnswer, UserError } from './user-error.js';

const ADVICE = 'check that --server, or the server of your configuration, is an API server';

/** Message of a failure: one line for each expected error, nothing for a negative answer, the stack for a bug. */
export function errorText(error: unknown): string {
  if (error instanceof NegativeAnswer) return '';
  if (error instanceof AggregateError) return error.errors.map(errorText).join('\n');
  if (error instanceof ApiError) return `Error from server (${error.reason}): ${error.message}`;
  if (error instanceof UnreadableAnswer || (error instanceof TransportError && error.code === 'Protocol'))
    return `Unable to read the answer of the server: ${error.message}; ${ADVICE}`;
  if (error instanceof TransportError) return `Unable to connect to the server: ${error.message}`;
  if (error instanceof ConfigurationError || error instanceof UserError) return `error: ${error.message}`;
  if (error instanceof CommanderError) return error.message.replaceAll('\n', ' '); // its second line names the nearest
  return `error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
