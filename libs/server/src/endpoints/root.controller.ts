import { Controller, Get, NotFoundException } from '@nestjs/common';
import { Discovery } from '@orch/discovery';
import { Context, type RequestContext } from '@orch/http';

const OWN_PATHS: readonly string[] = [
  '/.well-known/openid-configuration',
  '/healthz',
  '/livez',
  '/metrics',
  '/metrics/slis',
  '/openapi/v2',
  '/openapi/v3',
  '/openid/v1/jwks',
  '/readyz',
  '/version',
];

/** Lists all paths (C-299). */
@Controller()
export class RootController {
  constructor(private readonly discovery: Discovery) {}

  @Get()
  paths(@Context() { info }: RequestContext): { readonly paths: readonly string[] } {
    if (info.path !== '/') throw new NotFoundException(); // `//` is another path
    return { paths: [...this.discovery.paths, ...OWN_PATHS].sort() };
  }
}
