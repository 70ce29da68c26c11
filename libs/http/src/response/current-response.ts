import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The response being written to a connection of HTTP/1.1. Node has no public name for it, and accepts no second one.
 */
export const currentResponse = (connection: Duplex): ServerResponse | undefined =>
  (connection as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
