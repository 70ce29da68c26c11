import 'reflect-metadata';
import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { passToController, type PathHandler, type PlainPaths } from '@orch/http';
import { nestLogger, type Logger } from '@orch/process';
import { AnswerInterceptor, FilterChainExceptions, PendingAnswers } from './endpoint-answers.js';

@Module({
  providers: [
    PendingAnswers,
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_FILTER, useClass: FilterChainExceptions },
  ],
})
class EndpointsModule {
  static forRoot(controllers: Type[], providers: Provider[]): DynamicModule {
    return { module: EndpointsModule, controllers, providers };
  }
}

/**
 * The plain endpoints (health, metrics, version, discovery, OpenAPI, OpenID): Nest controllers on Fastify, behind the
 * same filters as all requests. Fastify opens no port. Resource requests are not routed here (decision 058).
 */
export class Endpoints implements PlainPaths {
  private constructor(
    private readonly application: NestFastifyApplication,
    private readonly pending: PendingAnswers,
  ) {}

  /** @param providers injected into the controllers. */
  static async create(controllers: Type[], providers: Provider[], log: Logger): Promise<Endpoints> {
    const adapter = new FastifyAdapter({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
    const application = await NestFactory.create<NestFastifyApplication>(
      EndpointsModule.forRoot(controllers, providers),
      adapter,
      { logger: nestLogger(log), bodyParser: false, abortOnError: false },
    );
    await application.init();
    await adapter.getInstance().ready();
    return new Endpoints(application, application.get(PendingAnswers));
  }

  readonly roots: ReadonlySet<string> = new Set([
    '',
    '.well-known',
    'api',
    'apis',
    'healthz',
    'livez',
    'metrics',
    'openapi',
    'openid',
    'readyz',
    'version',
  ]);

  /** False when no controller has the path. */
  readonly handle: PathHandler = (context) =>
    this.pending.wait(context, () => {
      passToController(context);
      this.application.getHttpAdapter().getInstance().routing(context.raw, context.reply);
    });

  async close(): Promise<void> {
    await this.application.close();
  }
}
