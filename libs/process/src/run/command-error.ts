import { redactText } from '../logger/redact.js';

/**
 * A user-facing error that ends a command, as its one line on standard error: `orch apiserver: flag --secure-port=x: must be a
 * number`. Without secrets; ends with a line feed.
 */
export const commandError = (command: string, message: string): string => `${command}: ${redactText(message)}\n`;
