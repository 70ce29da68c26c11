import { PkiError, readTokenKeys, signsTokens, signToken } from '@orch/pki';
import { TerminalError } from '@orch/controller-kit';
import { readTextIfPresent } from '@orch/process';

/** Signs what a token says. */
export type SignToken = (claims: object) => string;

/** Where the signing key is found. */
export abstract class TokenSignerSource {
  /** Undefined while there is no key yet. */
  abstract load(): Promise<SignToken | undefined>;
}

/** Files in PEM, read for each turn, so that a key that was exchanged needs no restart. */
export class FileTokenSigner implements TokenSignerSource {
  constructor(private readonly files: readonly string[]) {}

  /** @throws TerminalError when none of the files has a private key: nothing helps but other files. */
  async load(): Promise<SignToken | undefined> {
    for (const file of this.files) {
      const pem = await readTextIfPresent(file); // comes with the server's first start
      if (pem === undefined) return undefined;
      const key = keysOf(file, pem).find(signsTokens);
      if (key) return (claims) => signToken(key, claims);
    }
    throw new TerminalError(
      `${this.files.join(', ')}: no private key among them: name one with --service-account-private-key-file`,
    );
  }
}

function keysOf(file: string, pem: string): ReturnType<typeof readTokenKeys> {
  try {
    return readTokenKeys(pem);
  } catch (err) {
    if (err instanceof PkiError) throw new TerminalError(`${file}: ${err.message}`, { cause: err });
    throw err;
  }
}
