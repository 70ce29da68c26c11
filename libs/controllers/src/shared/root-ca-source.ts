import { readTextIfPresent } from '@orch/process';

/** Source of the root certificates, by which clients verify the server. */
export abstract class RootCaSource {
  /** PEM; undefined while there is none. */
  abstract load(): Promise<string | undefined>;
}

/** A PEM file, read at each use, so that a renewed CA needs no restart. */
export class FileRootCaSource implements RootCaSource {
  constructor(private readonly file: string) {}

  load(): Promise<string | undefined> {
    return readTextIfPresent(this.file); // comes with the server's first start
  }
}
