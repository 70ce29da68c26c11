import { Controller, Get, Inject } from '@nestjs/common';
import type { VersionInfo } from '@orch/discovery';

/** Injection token of the response body of `/version`. */
export const VERSION_INFO = Symbol('VersionInfo');

@Controller()
export class VersionController {
  constructor(@Inject(VERSION_INFO) private readonly info: VersionInfo) {}

  @Get('version')
  version(): VersionInfo {
    return this.info;
  }
}
