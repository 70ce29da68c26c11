import { once } from 'node:events';
import { connect, type ConnectionOptions } from 'node:tls';
import { vocabularies } from '@orch/vocabulary';
import type { TestServer } from './running-server.js';

export interface RawAnswer {
  /** 0 when the connection ended without a response. */
  readonly code: number;
  readonly text: string;
  readonly json: { readonly message?: string; readonly reason?: string; readonly status?: { userInfo: UserInfoJson } };
}

export interface UserInfoJson {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Sends a raw request with the given headers, also duplicate ones, on a separate connection. For tests.
 * @param headers whole lines; non-ASCII characters are sent as Latin-1 bytes.
 */
export async function sendRaw(
  server: TestServer,
  requestLine: string,
  headers: readonly string[],
  { body = '', ...tls }: ConnectionOptions & { readonly body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...tls });
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined); // the data received before the error is evaluated
  const own = ['Host: x', 'Connection: close', `Content-Length: ${body.length}`, 'Content-Type: application/json'];
  socket.write(Buffer.from([`${requestLine} HTTP/1.1`, ...own, ...headers, '', body].join('\r\n'), 'latin1'));
  await once(socket, 'close');
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  const code = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
  return { code, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** The authenticated user of a request (SelfSubjectReview), or the status code of the error. */
export async function whoIs(
  server: TestServer,
  headers: readonly string[],
  tls: ConnectionOptions = {},
  group = vocabularies.orch.groups.authentication,
): Promise<UserInfoJson | number> {
  const { code, json } = await sendRaw(server, `POST /apis/${group}/v1/selfsubjectreviews`, headers, {
    ...tls,
    body: '{}',
  });
  return json.status && typeof json.status === 'object' ? json.status.userInfo : code;
}
