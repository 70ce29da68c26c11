import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(private readonly runtime: ControllerRuntime) {}

  /** Always healthy while the process responds. */
  @Get(['healthz', 'livez'])
  @Header('Content-Type', 'text/plain; charset=utf-8')
  live(): string {
    return 'ok';
  }

  @Get('readyz')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  ready(): string {
    const problem = readiness(this.runtime);
    if (problem !== undefined) throw new ServiceUnavailableException(problem);
    return 'ok';
  }
}
