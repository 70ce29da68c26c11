import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata, type Type } from '@nestjs/common';
import type { AdmissionPlugin } from '@orch/admission';
import { Clock } from '@orch/apimachinery';
import { CustomResources } from '@orch/extensions';
import { type Authenticator, SessionTokens, type TokenAuthenticator } from '@orch/authentication';
import type { Authorizer } from '@orch/http';
import { Logger } from '@orch/process';
import { resolveService } from '@orch/proxy';
import { HookClient } from '@orch/webhook';
import { Contributions, type RequestFilter } from './context/contributions.js';
import { BootstrapRestorer } from './bootstrap/bootstrap-restorer.js';
import { LargeObjects } from './large-objects/large-objects.js';
import { ServedKinds } from './context/served-kinds.js';
import { serviceRoutes } from './context/service-routes.js';
import { ServerContext } from './context/server-context.js';

/**
 * Providers of an embedding application. They may inject the exports of `imports`, and {@link Clock} and {@link
 * Logger}.
 */
export interface ContributedProviders {
  /** Modules whose exports the contributed classes inject. */
  readonly imports?: ModuleMetadata['imports'];
  readonly authenticators?: readonly Type<Authenticator | TokenAuthenticator>[];
  readonly authorizers?: readonly Type<Authorizer>[];
  readonly admissionPlugins?: readonly Type<AdmissionPlugin>[];
  readonly filters?: readonly Type<RequestFilter>[];
}

/** State imported by all modules of one server. Not global, so that an application may embed several servers. */
@Module({})
export class ServerContextModule {
  /** @param create makes the context, from the providers listed in `inject`. */
  static forRoot(
    create: (...injected: never[]) => Promise<ServerContext>,
    contributed: ContributedProviders = {},
    inject: FactoryProvider['inject'] = [],
  ): DynamicModule {
    const { imports = [], authenticators = [], authorizers = [], admissionPlugins = [], filters = [] } = contributed;
    const lists = [authenticators, authorizers, admissionPlugins, filters];
    const classes = lists.flat();
    return {
      module: ServerContextModule,
      imports,
      providers: [
        { provide: ServerContext, inject, useFactory: create },
        {
          provide: CustomResources,
          inject: [ServerContext],
          useFactory: customResourcesOf,
        },
        {
          provide: ServedKinds,
          inject: [ServerContext, CustomResources],
          useFactory: (context: ServerContext, custom: CustomResources) => new ServedKinds(context, custom),
        },
        { provide: LargeObjects, inject: [ServerContext], useFactory: largeObjectsOf },
        {
          provide: BootstrapRestorer,
          inject: [ServerContext],
          useFactory: (context: ServerContext) => new BootstrapRestorer(context),
        },
        sessionTokens,
        { provide: Clock, inject: [ServerContext], useFactory: ({ clock }: ServerContext) => clock },
        { provide: Logger, inject: [ServerContext], useFactory: ({ log }: ServerContext) => log },
        ...classes,
        {
          provide: Contributions,
          inject: classes,
          useFactory: (...instances: unknown[]) => {
            const [a, b, c, d] = lists.map(({ length }) => instances.splice(0, length));
            return new Contributions(
              a as Authenticator[],
              b as Authorizer[],
              c as AdmissionPlugin[],
              d as RequestFilter[],
            );
          },
        },
      ],
      exports: [
        ServerContext,
        CustomResources,
        ServedKinds,
        LargeObjects,
        BootstrapRestorer,
        SessionTokens,
        Clock,
        Logger,
        Contributions,
      ],
    };
  }
}

const sessionTokens: FactoryProvider<SessionTokens> = {
  provide: SessionTokens,
  inject: [ServerContext],
  useFactory: ({ clock }: ServerContext) => new SessionTokens(clock),
};

/** Answers with converted objects that are in memory at once, where they are long: each may have 64 MiB. */
const LONG_CONVERSIONS = 4;

function customResourcesOf({ vocabulary, options, clock, ended }: ServerContext): CustomResources {
  return new CustomResources(vocabulary, options.emulatedMinor, (registry) => {
    const routes = serviceRoutes(registry, options);
    return new HookClient({
      resolveService: (namespace, name, port) => resolveService(routes, namespace, name, port),
      userAgent: `${vocabulary.apiServerLease.component}-conversion`,
      clock,
      longAnswers: LONG_CONVERSIONS,
      ended,
    });
  });
}

function largeObjectsOf(context: ServerContext): LargeObjects {
  const { options, vocabulary, features, clock } = context;
  const settings = { vocabulary: vocabulary.name, emulatedMinor: options.emulatedMinor, features: features.names };
  const largeObjects = new LargeObjects({ settings, clock });
  context.ended.addEventListener('abort', () => void largeObjects.close(), { once: true });
  return largeObjects;
}
