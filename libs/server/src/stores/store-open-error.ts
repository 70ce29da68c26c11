/** A store on Redis could not be opened; `cause` is the error of the driver. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  constructor(
    /** Which one. */
    readonly place: RedisPlace,
    cause: unknown,
  ) {
    super(`the store given with --${place.flag} could not be opened`, { cause });
  }
}

/** Addresses of one store, and the flag that set them. */
export interface RedisPlace {
  readonly flag: 'redis-url' | 'redis-servers-overrides';
  readonly urls: readonly string[];
}
