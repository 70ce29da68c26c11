import type { ServerResponse } from 'node:http';

/** Sends a complete JSON response. */
export function sendJson(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Sends a Status of a failure. @param message default: `it is REASON`. */
export function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
  message = `it is ${reason}`,
): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  sendJson(response, code, status, headers);
}
