import { LONG_TURN_MESSAGE } from '@orch/process';

const lines: string[] = [];

/** Records a log line of a process when it is a warning of the event loop watchdog. */
export function noteLongTurn(process: string, line: string): void {
  if (line.includes(LONG_TURN_MESSAGE) && /\bwarn\b/i.test(line)) lines.push(`${process}: ${line}`);
}

/** Warnings since the last call, of all processes started by this test file. */
export const takeLongTurns = (): string[] => lines.splice(0);
