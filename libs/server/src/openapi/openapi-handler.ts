import type { OutgoingHttpHeaders } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import type { PathHandler } from '../http/dispatcher.js';
import { commonHeaders, writeBytes } from '../http/write-answer.js';
import type { RequestContext } from '../request/request-context.js';
import type { OpenApiDocuments, RenderedDocument } from './openapi-documents.js';

const V2_PROTOBUF = [
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
];
const JSON_TYPE = 'application/json';
/** A document asked for by its hash never changes. */
const FOREVER = 'public, immutable, max-age=31536000';

/** Answers `/openapi/v2`, `/openapi/v3` and the documents below it, with `ETag` and 304 (C-297, C-298). */
export function openApiHandler(documents: OpenApiDocuments): PathHandler {
  return (context, path) => {
    if (path === '/openapi/v2') {
      const type = swaggerType(context.headers.accept);
      if (type === undefined) throw ApiError.notAcceptable([JSON_TYPE, ...V2_PROTOBUF]);
      send(context, type === JSON_TYPE ? documents.swaggerJson() : documents.swaggerProtobuf(), type);
      return true;
    }
    if (path === '/openapi/v3') {
      send(context, documents.index(), JSON_TYPE);
      return true;
    }
    const prefix = '/openapi/v3/';
    const document = path.startsWith(prefix) ? documents.groupVersion(path.slice(prefix.length)) : undefined;
    if (!document) return false;
    const asked = context.query.get('hash');
    if (asked !== null && asked !== document.hash) {
      // An old link: the client is shown the present document's own address.
      const headers = { ...commonHeaders(context), Location: `${path}?hash=${document.hash}`, 'Content-Length': 0 };
      context.reply.writeHead(301, headers).end();
      return true;
    }
    send(context, document, JSON_TYPE, asked === null ? {} : { 'Cache-Control': FOREVER });
    return true;
  };
}

/** The first media type of `Accept` that is served; JSON when nothing is asked for. */
function swaggerType(accept: string | undefined): string | undefined {
  if (accept === undefined) return JSON_TYPE;
  for (const part of accept.split(',')) {
    const type = part.split(';', 1)[0]!.trim().toLowerCase();
    if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return JSON_TYPE;
    // Clients ask with the @ and without; the answer that all of them can parse is the one without.
    if (V2_PROTOBUF.includes(type)) return V2_PROTOBUF[1];
  }
  return undefined;
}

function send(
  context: RequestContext,
  document: RenderedDocument,
  type: string,
  extra: OutgoingHttpHeaders = {},
): void {
  const etag = `"${document.hash}"`;
  const headers: OutgoingHttpHeaders = { ETag: etag, Vary: 'Accept', ...extra };
  if (matches(context.headers['if-none-match'], etag)) {
    context.reply.writeHead(304, { ...commonHeaders(context), ...headers }).end();
    return;
  }
  writeBytes(context, 200, type, document.bytes, headers);
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
