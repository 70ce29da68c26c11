import { randomUUID } from 'node:crypto';
import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { AuthenticatorOptions } from './authentication-options.js';
import { Authenticators } from './authenticators.js';
import { configuredAuthenticators, type AuthenticationSources } from './configured-authenticators.js';
import { ServiceAccountTokens, serviceAccountTokens } from './service-account/service-account-tokens.js';
import type { TokenKeys } from './service-account/token-keys.js';

export interface AuthenticationModuleOptions extends Omit<AuthenticationSources, 'apiAudiences' | 'tokenKeys'> {
  readonly options: AuthenticatorOptions;
  /** Keys of service account tokens. */
  readonly tokenKeys: TokenKeys;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthenticationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Every configured authentication method. Exports {@link Authenticators} and {@link ServiceAccountTokens}. */
@Module({
  providers: [
    {
      provide: ServiceAccountTokens,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ options, tokenKeys, vocabulary, clock }: AuthenticationModuleOptions) =>
        serviceAccountTokens(options.serviceAccount, tokenKeys, { vocabulary, clock, newId: randomUUID }),
    },
    {
      provide: Authenticators,
      inject: [MODULE_OPTIONS_TOKEN, ServiceAccountTokens],
      useFactory: async (
        { options, ...sources }: AuthenticationModuleOptions,
        { apiAudiences }: ServiceAccountTokens,
      ): Promise<Authenticators> =>
        new Authenticators(await configuredAuthenticators(options, { ...sources, apiAudiences }), apiAudiences),
    },
  ],
  exports: [Authenticators, ServiceAccountTokens],
})
export class AuthenticationModule extends ConfigurableModuleClass {}
