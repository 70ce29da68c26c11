import type { GroupVersionResource } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';

/** Times of conditions have another name in the alpha version of the kind. */
export interface MigrationCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly lastUpdateTime?: string;
}

export interface MigrationStatus {
  readonly conditions?: readonly MigrationCondition[];
  /** Revision of the resource when the migration began. Set once. */
  readonly resourceVersion?: string;
}

/** A StorageVersionMigration, as the controller reads it in any version of the kind. */
export interface Migration extends HasMetadata {
  readonly spec?: {
    readonly resource?: {
      readonly group?: string;
      /** Of the alpha version. Absent: any. */
      readonly version?: string;
      readonly resource?: string;
    };
  };
  readonly status?: MigrationStatus;
}

/** The kind in one served version. */
export type MigrationResource = GroupVersionResource;

/** Versions of the kind that the controller knows, the newest first. */
export const KNOWN_VERSIONS: readonly string[] = ['v1', 'v1beta1', 'v1alpha1'];
