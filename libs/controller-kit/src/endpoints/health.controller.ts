import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ControllerRuntime } from '../controller/controller-runtime.js';

@Controller()
export class HealthController {
  constructor(private readonly runtime: ControllerRuntime) {}

  /** Always healthy while the process responds. */
  @Get(['healthz', 'livez'])
  @Header('Content-Type', 'text/plain; charset=utf-8')
  live(): string {
    return 'ok';
  }

  /** Ready when the caches are synced and shared work queues are reachable, also while waiting for the Lease. */
  @Get('readyz')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  ready(): string {
    const { phase, sharedQueues } = this.runtime;
    if (phase !== 'ready') throw new ServiceUnavailableException(`controllers: ${phase}`);
    if (sharedQueues?.isConnected === false) throw new ServiceUnavailableException('work queue: Redis is unreachable');
    return 'ok';
  }
}
