import type { Writable } from 'node:stream';
import { escapeTerminal } from '@orch/process';

/** Output of a command; tests capture it. */
export interface Output {
  /** For people: control characters are made visible. */
  out(text: string): void;
  /** For programs: JSON, YAML and what a path selects are written as they are. */
  raw(text: string): void;
  err(text: string): void;
}

export const terminalOutput = (stdout: Pick<Writable, 'write'>, stderr: Pick<Writable, 'write'>): Output => ({
  out: (text) => void stdout.write(escapeTerminal(text)),
  raw: (text) => void stdout.write(text),
  err: (text) => void stderr.write(escapeTerminal(text)),
});
