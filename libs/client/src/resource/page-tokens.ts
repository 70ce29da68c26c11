import { TransportError } from '../errors/transport-error.js';

/** The continue tokens of one list: a server that gives one twice would be asked for the same pages for ever. */
export class PageTokens {
  private readonly seen = new Set<string>();

  /**
   * The token of the next page; undefined after the last one.
   * @param token `metadata.continue` of the page that was read.
   * @throws TransportError Protocol for one that was followed before.
   */
  next(token: string | null | undefined): string | undefined {
    if (!token) return undefined;
    if (this.seen.has(token))
      throw new TransportError('Protocol', 'the server answered the same page of the list again');
    this.seen.add(token);
    return token;
  }
}
