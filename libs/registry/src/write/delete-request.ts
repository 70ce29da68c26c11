/** Options of a delete (C-224..C-227), validated by the caller. */
export interface DeleteRequest {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
}
