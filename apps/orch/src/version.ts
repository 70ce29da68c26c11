import { buildDate, productVersion } from '@orch/process';

export function printVersion(): void {
  process.stdout.write(`orch ${productVersion()} (built ${buildDate()}, node ${process.versions.node})\n`);
}
