import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type DynamicModule,
  Inject,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { FrontServer, type FrontOptions } from './front/front-server.js';

/** A dashboard of another Nest application. */
export interface DashboardModuleOptions
  extends
    Pick<FrontOptions, 'server' | 'ca' | 'oidc' | 'folder'>,
    Partial<Pick<FrontOptions, 'vocabulary' | 'clock' | 'log'>> {}

type Next = () => void;

/**
 * Serves the dashboard of an API server in any Nest application, on Express or Fastify: below `/dashboard/` the page, and below `/api`, `/apis`
 * and the like the API, to which requests are passed on with the credentials of their users. Other paths are left to the application. Exports
 * {@link FrontServer}.
 */
@Module({})
export class DashboardModule implements NestModule, OnApplicationShutdown {
  static forRoot({
    vocabulary = 'orch',
    clock = systemClock,
    log = silentLogger,
    ...options
  }: DashboardModuleOptions): DynamicModule {
    const front = () => new FrontServer({ ...options, vocabulary, clock, log, loopbackOnly: false });
    return {
      module: DashboardModule,
      providers: [{ provide: FrontServer, useFactory: front }],
      exports: [FrontServer],
    };
  }

  constructor(@Inject(FrontServer) private readonly front: FrontServer) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((raw: IncomingMessage & { readonly originalUrl?: string }, reply: ServerResponse, next: Next) => {
        if (raw.originalUrl !== undefined) raw.url = raw.originalUrl; // routers shorten it
        if (this.front.serves(raw)) this.front.handle(raw, reply);
        else next();
      })
      .forRoutes('{*path}');
  }

  async onApplicationShutdown(): Promise<void> {
    this.front.stop();
    await this.front.close();
  }
}
