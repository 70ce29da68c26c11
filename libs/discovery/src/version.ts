import { buildDate, productVersion } from '@orch/process';

/** Response of `GET /version` (C-293). */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  /** The emulated release; releases that know of emulation report it. */
  readonly emulationMajor?: string;
  readonly emulationMinor?: string;
  /** Oldest release that servers of the same cluster may have. */
  readonly minCompatibilityMajor?: string;
  readonly minCompatibilityMinor?: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** First release 1.x whose version has the emulated release. */
const EMULATION_SINCE = 33;

/** Clients compare the release and display the rest; the fields for Go report the Node.js runtime. */
export function versionInfo(emulatedMinor: number, productName: string): VersionInfo {
  return {
    major: '1',
    minor: String(emulatedMinor),
    ...(emulatedMinor < EMULATION_SINCE
      ? {}
      : {
          emulationMajor: '1',
          emulationMinor: String(emulatedMinor),
          minCompatibilityMajor: '1',
          minCompatibilityMinor: String(emulatedMinor - 1),
        }),
    gitVersion: `v1.${emulatedMinor}.0+${productName}.${productVersion()}`,
    gitCommit: process.env['ORCH_BUILD_COMMIT'] ?? '',
    gitTreeState: 'clean',
    buildDate: buildDate(),
    goVersion: `node${process.versions.node}`,
    compiler: `v8 ${process.versions.v8}`,
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
