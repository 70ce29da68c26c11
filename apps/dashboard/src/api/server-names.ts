/** Names in the vocabulary of the server, as in `config.json`. */
export interface ServerNames {
  /** Types of Secrets. */
  readonly tlsSecret: string;
  readonly bootstrapToken: string;
  /** Label and annotation of Leases with the state of controllers. */
  readonly controllerStatus: string;
}

let names: ServerNames = { tlsSecret: '', bootstrapToken: '', controllerStatus: '' };

/** Sets the names once, before the first request to the API. */
export function setServerNames(given: ServerNames): void {
  names = given;
}

export const serverNames = (): ServerNames => names;
