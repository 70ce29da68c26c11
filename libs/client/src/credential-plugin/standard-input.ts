import { isatty } from 'node:tty';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';
import { pluginFailed } from './plugin-failed.js';

const STANDARD_INPUT = 0;

/**
 * Whether a plugin gets the standard input of this process: `spec.interactive` of its input (D-114).
 * @throws ConfigurationError PluginFailed when it must have one (`Always`) and there is none to have (B-160).
 */
export function isInteractive(plugin: PluginCredentials, isTerminal: boolean = isatty(STANDARD_INPUT)): boolean {
  const { interactiveMode, stdinUsedBy } = plugin;
  if (interactiveMode === 'Never') return false;
  const isAvailable = isTerminal && stdinUsedBy === undefined;
  if (interactiveMode === 'IfAvailable' || isAvailable) return isAvailable;
  const why = isTerminal ? `is used by ${stdinUsedBy}` : 'is not a terminal';
  throw pluginFailed(plugin, `was not run: it needs the standard input (interactiveMode Always), which ${why}`);
}
