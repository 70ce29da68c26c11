import { Controller, Get, Inject } from '@nestjs/common';
import type { VersionInfo } from '@orch/discovery';
import { Context, requireJson, type RequestContext } from '@orch/http';
import { ServerContext } from '../context/server-context.js';

/** Injection token of the response body of `/version`. */
export const VERSION_INFO = Symbol('VersionInfo');

@Controller()
export class VersionController {
  constructor(
    @Inject(VERSION_INFO) private readonly info: VersionInfo,
    private readonly context: ServerContext,
  ) {}

  @Get('version')
  version(@Context() { headers }: RequestContext): VersionInfo {
    requireJson(headers.accept, this.context.vocabulary.answers);
    return this.info;
  }
}
