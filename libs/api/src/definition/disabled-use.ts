/** What a struct loses while a feature is disabled, where dropping one field is not enough. */
export interface DisabledUse<T extends object = object> {
  readonly gate: string;
  /** Whether the struct uses the feature. An object of which the existing state uses it, keeps it. */
  isUsed(struct: T): boolean;
  /** The struct without it. Called only where it is used. */
  drop(struct: T): T;
}
