import { Controller, Get, NotFoundException, Res } from '@nestjs/common';
import { Context, wantsPretty, type RequestContext } from '@orch/http';
import type { FastifyReply } from 'fastify';
import { Discovery } from './discovery.js';
import { documentForm } from './document-form.js';

/** Formats of discovery documents. An injection token. */
export class DiscoveryForms {
  constructor(
    /** Media type of protobuf in this vocabulary. */
    readonly protobuf: string,
    /** Whether aggregated discovery is served to clients that request it (C-292). */
    readonly aggregated: boolean,
  ) {}
}

/** `/api`, `/apis` and the documents below them, with `ETag` and 304 (C-288..C-292). */
@Controller()
export class DiscoveryController {
  constructor(
    private readonly discovery: Discovery,
    private readonly forms: DiscoveryForms,
  ) {}

  @Get(['api', 'api/*', 'apis', 'apis/*'])
  async document(@Context() context: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    const { discovery } = this;
    const { protobuf, aggregated } = this.forms;
    const { path: asked } = context.info;
    const path = asked.endsWith('/') ? asked.slice(0, -1) : asked;
    if (!discovery.has(path)) throw new NotFoundException();
    const form = documentForm(context.headers.accept, aggregated && discovery.aggregates(path), protobuf);
    reply.hijack();
    await discovery.document(path, form, wantsPretty(context.query, context.headers))?.send(context);
  }
}
