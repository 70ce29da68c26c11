import { productVersion } from '@orch/process';

export function printVersion(): void {
  process.stdout.write(`orch ${productVersion()} (node ${process.versions.node})\n`);
}
