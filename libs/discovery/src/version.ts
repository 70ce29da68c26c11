import { buildDate, productVersion } from '@orch/process';

/** Response of `GET /version` (C-293). */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** Clients compare the release and display the rest; the fields for Go report the Node.js runtime. */
export function versionInfo(emulatedMinor: number, productName: string): VersionInfo {
  return {
    major: '1',
    minor: String(emulatedMinor),
    gitVersion: `v1.${emulatedMinor}.0+${productName}.${productVersion()}`,
    gitCommit: process.env['ORCH_BUILD_COMMIT'] ?? '',
    gitTreeState: 'clean',
    buildDate: buildDate(),
    goVersion: `node${process.versions.node}`,
    compiler: `v8 ${process.versions.v8}`,
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
