/**
 * Lines that processes print on standard output for their launcher. `orch up`, tests and scripts wait for these;
 * logs go to standard error. Source: docs/operations.md, processes and signals.
 */

/** A controller has filled its caches. */
export const SYNCED_LINE = 'synced';

const READY = /^ready (https?:\/\/\S+)$/;

/** The line of a server that can serve, without the line feed. */
export function readyLine(url: string): string {
  return `ready ${url}`;
}

/** The address in a ready line; undefined for any other line. */
export function parseReadyLine(line: string): string | undefined {
  return READY.exec(line.trimEnd())?.[1];
}

export function printReady(url: string): void {
  process.stdout.write(`${readyLine(url)}\n`);
}

export function printSynced(): void {
  process.stdout.write(`${SYNCED_LINE}\n`);
}
