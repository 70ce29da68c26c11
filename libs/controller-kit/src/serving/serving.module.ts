import {
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnModuleInit,
} from '@nestjs/common';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { ControllerMetrics } from '../endpoints/controller-metrics.js';
import type { ServingOptions } from './serving-options.js';
import { ServingPort } from './serving-port.js';
import { addWorkQueueBoard } from './work-queue-board.js';

/** What to serve, and the name of the process. An injection token. */
abstract class ServedProcess {
  abstract readonly options: ServingOptions;
  abstract readonly name: string;
}

/** Opens the port before the caches are synced, and closes it when workers begin to stop. */
@Injectable()
class ServingLife implements OnModuleInit, BeforeApplicationShutdown {
  private port: ServingPort | undefined;

  constructor(
    private readonly served: ServedProcess,
    private readonly runtime: ControllerRuntime,
    private readonly metrics: ControllerMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const { runtime, metrics, served } = this;
    const { clock, logger } = runtime;
    this.port = await ServingPort.open(served.options, served.name, {
      ...{ runtime, clock, logger },
      metrics: () => metrics.text(),
      more: async (server) => {
        const { board } = served.options;
        if (board && runtime.sharedQueues) await addWorkQueueBoard(server, runtime.sharedQueues, board);
      },
    });
    logger.info('serving metrics and health', { url: this.port.url });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.port?.close();
  }
}

/** `/metrics`, `/healthz`, `/livez` and `/readyz` on a port of their own, for an application without an HTTP adapter. */
@Module({})
export class ServingModule {
  static forRoot(options: ServingOptions, name: string): DynamicModule {
    const served: ServedProcess = { options, name };
    return {
      module: ServingModule,
      providers: [ControllerMetrics, { provide: ServedProcess, useValue: served }, ServingLife],
    };
  }
}
