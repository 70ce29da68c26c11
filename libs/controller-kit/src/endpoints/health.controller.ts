import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ControllerRuntime } from '../controller/controller-runtime.js';

@Controller()
export class HealthController {
  constructor(private readonly runtime: ControllerRuntime) {}

  /** The process answers. */
  @Get(['healthz', 'livez'])
  @Header('Content-Type', 'text/plain; charset=utf-8')
  live(): string {
    return 'ok';
  }

  /** The caches are synced. A process that waits for the Lease is ready, too. */
  @Get('readyz')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  ready(): string {
    const { phase } = this.runtime;
    if (phase !== 'ready') throw new ServiceUnavailableException(`controllers: ${phase}`);
    return 'ok';
  }
}
