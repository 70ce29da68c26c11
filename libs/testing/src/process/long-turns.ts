import { LONG_TURN_MESSAGE } from '@orch/process';

const lines: string[] = [];

/** Remembers what the event loop watchdog of a process has warned of, of one line of its log. */
export function noteLongTurn(process: string, line: string): void {
  if (line.includes(LONG_TURN_MESSAGE) && /\bwarn\b/i.test(line)) lines.push(`${process}: ${line}`);
}

/** The warnings of all processes that this test file has started since the last call. */
export const takeLongTurns = (): string[] => lines.splice(0);
