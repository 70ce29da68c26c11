import { Controller, Get, NotFoundException, Res } from '@nestjs/common';
import { Context, wantsPretty, type RequestContext } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import type { FastifyReply } from 'fastify';
import { Discovery } from './discovery.js';
import { documentForm, requireKnownType } from './document-form.js';

/** Formats of discovery documents. An injection token. */
export class DiscoveryForms {
  constructor(
    readonly vocabulary: Vocabulary,
    /** Whether aggregated discovery is served to clients that request it (C-292). */
    readonly aggregated: boolean,
  ) {}
}

/** The aggregated document depends on the served kinds only. */
const CACHEABLE = { 'Cache-Control': 'public' };

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
    const { vocabulary, aggregated } = this.forms;
    const { path: asked } = context.info;
    const path = asked.endsWith('/') ? asked.slice(0, -1) : asked;
    if (!discovery.has(path)) throw new NotFoundException();
    if (discovery.listsResources(path)) requireKnownType(context.headers.accept, vocabulary);
    const form = documentForm(context.headers.accept, aggregated && discovery.aggregates(path), vocabulary);
    reply.hijack();
    const document = discovery.document(path, form, wantsPretty(context.query, context.headers));
    await document?.send(context, form.aggregated === undefined ? {} : CACHEABLE);
  }
}
