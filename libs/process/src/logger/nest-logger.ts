import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** The context in which Nest logs an error that ends a start. Nest throws it as well: the caller reports it, as a user-facing error. */
const THROWN_AS_WELL = 'ExceptionHandler';

/** Routes the messages of Nest itself to `logger`. Messages of Nest about modules and routes at start are logged at level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...details: readonly unknown[]): void => {
      const { error, text } = textOf(message);
      const context = details.findLast((detail) => typeof detail === 'string');
      logger[context === THROWN_AS_WELL ? 'debug' : level](text, {
        component: 'nest',
        ...(context ? { context } : {}),
        ...(error ? { error } : {}),
      });
    };
  return { log: write('debug'), debug: write('debug'), verbose: write('debug'), warn: write('warn'), error: write('error'), fatal: write('error') }; // prettier-ignore
}

const textOf = (message: unknown): { readonly text: string; readonly error?: Error } =>
  message instanceof Error ? { text: message.message, error: message } : { text: String(message) };
