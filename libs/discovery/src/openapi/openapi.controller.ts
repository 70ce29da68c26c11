import { Controller, Get, Res } from '@nestjs/common';
import { ApiError } from '@orch/apimachinery';
import { commonHeaders, Context, JSON_TYPE, parseAccept, type RequestContext } from '@orch/http';
import type { FastifyReply } from 'fastify';
import { OPENAPI_PROTOBUF_TYPES } from './formats/openapi-protobuf.js';
import { SWAGGER_PROTOBUF_TYPES } from './formats/swagger-protobuf.js';
import { OpenApiDocuments, type DocumentEncoding } from './openapi-documents.js';

/** A document at a URL with hash never changes. */
const FOREVER = { 'Cache-Control': 'public, immutable, max-age=31536000' };
const V3 = '/openapi/v3/';

/** `/openapi/v2`, `/openapi/v3` and the documents below it, with `ETag` and 304 (C-297, C-298). */
@Controller('openapi')
export class OpenApiController {
  constructor(private readonly documents: OpenApiDocuments) {}

  @Get('v2')
  async v2(@Context() context: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    const document = await this.documents.swagger(encodingFor(context.headers.accept, SWAGGER_PROTOBUF_TYPES));
    reply.hijack();
    await document.send(context);
  }

  @Get('v3')
  async v3(@Context() context: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    // The router ignores a last slash.
    const index = context.info.path.endsWith('/') ? undefined : await this.documents.index();
    reply.hijack();
    await (index ? index.send(context) : sendNotFound(context));
  }

  @Get('v3/*')
  async groupVersion(@Context() context: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    const { path } = context.info;
    await sendSection(this.documents, context, path.slice(V3.length), () => void reply.hijack());
  }
}

/** As the reference server, whose 404 has no body here. */
function sendNotFound(context: RequestContext): void {
  context.reply.writeHead(404, { ...commonHeaders(context), 'Content-Length': 0 }).end();
}

async function sendSection(
  documents: OpenApiDocuments,
  context: RequestContext,
  path: string,
  hijack: () => void,
): Promise<void> {
  const current = await documents.groupVersion(path, 'json');
  if (!current) {
    hijack();
    return sendNotFound(context);
  }
  const encoding = encodingFor(context.headers.accept, OPENAPI_PROTOBUF_TYPES);
  const asked = context.query.get('hash');
  hijack();
  if (asked !== null && asked !== current.hash) {
    // Outdated hash: redirect to the current document.
    const location = `${V3}${path}?hash=${current.hash}`;
    context.reply.writeHead(301, { ...commonHeaders(context), Location: location, 'Content-Length': 0 }).end();
    return;
  }
  const document = encoding === 'json' ? current : await documents.groupVersion(path, encoding);
  await document?.send(context, asked === null ? {} : FOREVER);
}

/** The best supported type. @throws ApiError NotAcceptable when no type is supported (C-083). */
function encodingFor(accept: string | undefined, protobufTypes: readonly string[]): DocumentEncoding {
  if (accept === undefined || accept === '') return 'json';
  for (const { type } of parseAccept(accept)) {
    if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return 'json';
    if (protobufTypes.includes(type)) return 'protobuf';
  }
  throw ApiError.notAcceptable([JSON_TYPE, ...protobufTypes]);
}
