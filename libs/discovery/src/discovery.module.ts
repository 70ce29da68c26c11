import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { Discovery } from './discovery.js';
import type { RemoteGroupVersion } from './remote-group-version.js';
import { OpenApiDocuments } from './openapi/openapi-documents.js';

export interface DiscoveryModuleOptions {
  /** Served kinds. */
  readonly served: () => readonly ResourceDefinition[];
  /** What other API servers serve; a new array when it changes. Default: nothing. */
  readonly remote?: () => readonly RemoteGroupVersion[];
  readonly vocabulary: Vocabulary;
  /** Minor version of the emulated release 1.x, for the documents. */
  readonly emulatedMinor: number;
  /** `HOST:PORT` of the server, called when a document is built. */
  readonly host: () => string;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<DiscoveryModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Discovery and OpenAPI. Exports {@link Discovery} and {@link OpenApiDocuments}. */
@Module({
  providers: [
    {
      provide: Discovery,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ served, host, remote }: DiscoveryModuleOptions) => new Discovery(served, host, remote),
    },
    {
      provide: OpenApiDocuments,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ served, vocabulary, emulatedMinor, remote }: DiscoveryModuleOptions) =>
        new OpenApiDocuments(served, vocabulary, emulatedMinor, remote),
    },
  ],
  exports: [Discovery, OpenApiDocuments],
})
export class DiscoveryModule extends ConfigurableModuleClass {}
