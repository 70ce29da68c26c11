import type { ControllerDeclaration } from '@orch/controller-kit';
import type { FlagGroup } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';

/** What controllers are told at start, beside what the kit hands them. Paths are as the user gave them. */
export interface ControllerOptions {
  readonly vocabulary: Vocabulary;
  readonly dataDir: string;
  /** `--cluster-signing-cert-file`, `--cluster-signing-key-file`. Default: the authority in the data directory. */
  readonly clusterSigningCertFile?: string | undefined;
  readonly clusterSigningKeyFile?: string | undefined;
  /** `--cluster-signing-duration`. Unit: milliseconds. */
  readonly clusterSigningDurationMs: number;
  /** `--concurrent-gc-syncs`. */
  readonly concurrentGcSyncs: number;
  /** `--root-ca-file`. Default: the authority in the data directory. */
  readonly rootCaFile?: string | undefined;
  /** `--service-account-private-key-file`. Default: that of the data directory. */
  readonly serviceAccountPrivateKeyFiles?: readonly string[];
}

/** One line of the list of controllers. */
export interface ControllerEntry {
  /** The name of its process, `orch <name>`, and of `--controllers`. */
  readonly name: string;
  /** Names other products know it by; `--controllers` takes them too. */
  readonly aliases: readonly string[];
  /** Part of `*`. Source: D-021. */
  readonly defaultOn: boolean;
  /** One line for `--help`. */
  readonly summary: string;
  /** Flags it alone looks at. */
  readonly flags: readonly FlagGroup[];
  readonly declare: (options: ControllerOptions) => readonly ControllerDeclaration[];
}
