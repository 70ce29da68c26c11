import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { InFlightCounts } from './limit-in-flight.js';
import { RequestLimits, requestLimits, type RequestLimitOptions } from './request-limits.js';

export interface FlowControlModuleOptions {
  readonly options: RequestLimitOptions;
  /** Source of flow schemas and priority levels. */
  readonly registry: Registry;
  readonly vocabulary: Vocabulary;
  /** Counts of requests in flight. */
  readonly counts: InFlightCounts;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<FlowControlModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** API priority and fairness, or plain in-flight limits. Exports {@link RequestLimits}. */
@Module({
  providers: [
    {
      provide: RequestLimits,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ options, registry, vocabulary, counts }: FlowControlModuleOptions) =>
        requestLimits(options, registry, vocabulary, counts),
    },
  ],
  exports: [RequestLimits],
})
export class FlowControlModule extends ConfigurableModuleClass {}
