import { readFile } from 'node:fs/promises';
import type { Clock } from '@orch/apimachinery';
import type { HeaderCredentials } from '../configuration/client-configuration.js';
import { OidcToken } from '../oidc/oidc-token.js';

/** How long a token read from a file is used before the file is read again. Source: D-126. */
export const TOKEN_FILE_FRESH_MS = 60_000;

/** Provides the `Authorization` header of each request; undefined with a client certificate or without credentials. */
export class Authorization {
  private fileToken: { value: string; readAtMs: number } | undefined;
  private oidcToken: OidcToken | undefined;

  constructor(
    private readonly credentials: HeaderCredentials,
    private readonly clock: Clock,
    private readonly read: (path: string) => Promise<string> = (path) => readFile(path, 'utf8'),
  ) {}

  async header(): Promise<string | undefined> {
    const { credentials } = this;
    switch (credentials.type) {
      case 'none':
        return undefined;
      case 'token':
        return `Bearer ${credentials.token}`;
      case 'basic':
        return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
      case 'tokenFile':
        return `Bearer ${await this.fromFile(credentials.path)}`;
      case 'tokenSource':
        return `Bearer ${await credentials.current()}`;
      case 'oidc':
        return `Bearer ${await (this.oidcToken ??= new OidcToken(credentials.oidc, this.clock)).current()}`;
    }
  }

  /** The server answered 401: the next request reads the file again. */
  refused(): void {
    if (this.fileToken) this.fileToken = { value: this.fileToken.value, readAtMs: -Infinity };
  }

  private async fromFile(path: string): Promise<string> {
    const known = this.fileToken;
    if (known && this.clock.now() - known.readAtMs < TOKEN_FILE_FRESH_MS) return known.value;
    try {
      const value = (await this.read(path)).trim();
      if (value === '') throw new Error(`token file ${path} is empty`);
      this.fileToken = { value, readAtMs: this.clock.now() };
      return value;
    } catch (err) {
      // While the file is being replaced, the last token stays in use; the next request reads the file again.
      if (known) return known.value;
      throw err;
    }
  }
}
