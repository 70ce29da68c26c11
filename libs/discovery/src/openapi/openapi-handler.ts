import { ApiError } from '@orch/apimachinery';
import { type PathHandler, commonHeaders, type RequestContext, JSON_TYPE, parseAccept } from '@orch/http';
import { OPENAPI_PROTOBUF_TYPES } from './formats/openapi-protobuf.js';
import { SWAGGER_PROTOBUF_TYPES } from './formats/swagger-protobuf.js';
import type { DocumentEncoding, OpenApiDocuments } from './openapi-documents.js';

/** A document asked for by its hash never changes. */
const FOREVER = { 'Cache-Control': 'public, immutable, max-age=31536000' };
const V3 = '/openapi/v3/';

/** Answers `/openapi/v2`, `/openapi/v3` and the documents below it, with `ETag` and 304 (C-297, C-298). */
export function openApiHandler(documents: OpenApiDocuments): PathHandler {
  return async (context, path) => {
    if (path === '/openapi/v2') {
      const document = await documents.swagger(encodingFor(context.headers.accept, SWAGGER_PROTOBUF_TYPES));
      await document.send(context);
      return true;
    }
    if (path === '/openapi/v3') {
      await (await documents.index()).send(context);
      return true;
    }
    return path.startsWith(V3) && sendGroupVersion(documents, context, path.slice(V3.length));
  };
}

async function sendGroupVersion(documents: OpenApiDocuments, context: RequestContext, path: string): Promise<boolean> {
  const current = await documents.groupVersion(path, 'json');
  if (!current) return false;
  const encoding = encodingFor(context.headers.accept, OPENAPI_PROTOBUF_TYPES);
  const asked = context.query.get('hash');
  if (asked !== null && asked !== current.hash) {
    // An old link: the client is shown the present document's own address.
    const location = `${V3}${path}?hash=${current.hash}`;
    context.reply.writeHead(301, { ...commonHeaders(context), Location: location, 'Content-Length': 0 }).end();
    return true;
  }
  const document = encoding === 'json' ? current : await documents.groupVersion(path, encoding);
  await document?.send(context, asked === null ? {} : FOREVER);
  return true;
}

/** The best wish that is served. @throws ApiError NotAcceptable when none is (C-083). */
function encodingFor(accept: string | undefined, protobufTypes: readonly string[]): DocumentEncoding {
  if (accept === undefined || accept === '') return 'json';
  for (const { type } of parseAccept(accept)) {
    if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return 'json';
    if (protobufTypes.includes(type)) return 'protobuf';
  }
  throw ApiError.notAcceptable([JSON_TYPE, ...protobufTypes]);
}
