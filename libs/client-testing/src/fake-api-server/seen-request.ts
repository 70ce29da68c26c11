import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** A received request, for assertions. */
export interface SeenRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Common name of the client certificate. */
  readonly peerName: string | undefined;
  /** Whether the CA of the server issued it. */
  readonly peerTrusted: boolean;
}

/** A scripted response in place of the normal one: an error, a wrong answer, an abort, silence. */
export interface Fault {
  /** Selects the request. Default: any. */
  readonly when?: (request: SeenRequest) => boolean;
  readonly answer: (response: ServerResponse) => void;
}

export async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url!, 'http://fake');
  const socket = request.socket as TLSSocket;
  const peer = socket.getPeerCertificate?.().subject?.CN;
  return {
    method: request.method!,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    peerName: Array.isArray(peer) ? peer[0] : peer,
    peerTrusted: socket.authorized === true,
  };
}
