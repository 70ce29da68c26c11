import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { VersionInfo } from '@orch/discovery';
import { Context, JSON_TYPE, requireJson, type RequestContext } from '@orch/http';
import { ServerContext } from '../context/server-context.js';

/** Injection token of the response body of `/version`. */
export const VERSION_INFO = Symbol('VersionInfo');

@Controller()
export class VersionController {
  constructor(
    @Inject(VERSION_INFO) private readonly info: VersionInfo,
    private readonly context: ServerContext,
  ) {}

  /** Indented for all clients, as in kube-apiserver. */
  @Get('version')
  @Header('Content-Type', JSON_TYPE)
  version(@Context() { headers }: RequestContext): string {
    requireJson(headers.accept, this.context.vocabulary.answers);
    return JSON.stringify(this.info, null, 2);
  }
}
