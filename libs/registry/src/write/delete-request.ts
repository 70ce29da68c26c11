/** What a delete asks for (C-224..C-227), checked by whoever read it. */
export interface DeleteRequest {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
}
