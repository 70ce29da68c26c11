import { PkiError, readTokenKeys, signsTokens, signToken } from '@orch/pki';
import { TerminalError } from '@orch/controller-kit';
import { readTextIfPresent } from '@orch/process';

/** Signs the claims of a token. */
export type SignToken = (claims: object) => string;

/** Source of the signing key. */
export abstract class TokenSignerSource {
  /** Undefined while there is no key yet. */
  abstract load(): Promise<SignToken | undefined>;
}

/** PEM files, read for each signature, so that a replaced key needs no restart. */
export class FileTokenSigner implements TokenSignerSource {
  constructor(private readonly files: readonly string[]) {}

  /** @throws TerminalError when none of the files has a private key. */
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
