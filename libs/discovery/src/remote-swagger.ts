export type Json = Readonly<Record<string, unknown>>;

/** What another API server's Swagger document says about one group version. */
export class RemoteSwagger {
  constructor(
    /** Differs when the content differs. */
    readonly hash: string,
    /** Path items by path. */
    readonly paths: ReadonlyMap<string, Json>,
    /** Schemas by name. */
    readonly definitions: ReadonlyMap<string, Json>,
  ) {}

  /** The hash alone: two states of discovery are compared by their JSON. */
  toJSON(): string {
    return this.hash;
  }
}
