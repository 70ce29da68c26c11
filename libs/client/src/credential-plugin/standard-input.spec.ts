import type { InteractiveMode, PluginCredentials } from '../configuration/plugin-credentials.js';
import { isInteractive } from './standard-input.js';

const plugin = (interactiveMode: InteractiveMode, stdinUsedBy?: string): PluginCredentials => ({
  apiVersion: 'client.authentication.orch.io/v1',
  command: 'login',
  args: [],
  env: {},
  interactiveMode,
  provideClusterInfo: false,
  infoEnvironment: 'ORCH_EXEC_INFO',
  ...(stdinUsedBy === undefined ? {} : { stdinUsedBy }),
});

const rows: [mode: InteractiveMode, isTerminal: boolean, usedBy: string | undefined, want: boolean | string][] = [
  ['Never', true, undefined, false],
  ['Never', false, undefined, false],
  ['IfAvailable', true, undefined, true],
  ['IfAvailable', false, undefined, false],
  ['IfAvailable', true, '-f -', false],
  ['Always', true, undefined, true],
  ['Always', false, undefined, 'which is not a terminal'],
  ['Always', true, '-f -', 'which is used by -f -'],
];
it.each(rows)('D-114 B-160 %s with a terminal (%s) that is used by %s', (mode, isTerminal, usedBy, want) => {
  const attempt = (): boolean => isInteractive(plugin(mode, usedBy), isTerminal);
  if (typeof want === 'string') expect(attempt).toThrow(want);
  else expect(attempt()).toBe(want);
});
