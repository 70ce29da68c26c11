import { randomUUID } from 'node:crypto';
import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { AuthenticatorOptions } from './authentication-options.js';
import { Authenticators } from './authenticators.js';
import { configuredAuthenticators, type AuthenticationSources } from './configured-authenticators.js';
import { AuthenticationMetrics } from './metrics/authentication-metrics.js';
import { ServiceAccountTokens, serviceAccountTokens } from './service-account/service-account-tokens.js';
import type { TokenKeys } from './service-account/token-keys.js';

export interface AuthenticationModuleOptions extends Omit<
  AuthenticationSources,
  'apiAudiences' | 'tokenKeys' | 'metrics'
> {
  readonly options: AuthenticatorOptions;
  /** Keys of service account tokens. */
  readonly tokenKeys: TokenKeys;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthenticationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Every configured authentication method. Exports {@link Authenticators}, {@link AuthenticationMetrics} and {@link ServiceAccountTokens}. */
@Module({
  providers: [
    { provide: AuthenticationMetrics, useFactory: () => new AuthenticationMetrics() },
    {
      provide: ServiceAccountTokens,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ options, tokenKeys, vocabulary, clock }: AuthenticationModuleOptions) =>
        serviceAccountTokens(options.serviceAccount, tokenKeys, { vocabulary, clock, newId: randomUUID }),
    },
    {
      provide: Authenticators,
      inject: [MODULE_OPTIONS_TOKEN, ServiceAccountTokens, AuthenticationMetrics],
      useFactory: async (
        { options, ...sources }: AuthenticationModuleOptions,
        { apiAudiences }: ServiceAccountTokens,
        metrics: AuthenticationMetrics,
      ): Promise<Authenticators> =>
        new Authenticators(
          await configuredAuthenticators(options, { ...sources, apiAudiences, metrics }),
          apiAudiences,
        ),
    },
  ],
  exports: [Authenticators, AuthenticationMetrics, ServiceAccountTokens],
})
export class AuthenticationModule extends ConfigurableModuleClass {}
