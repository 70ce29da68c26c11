import { randomUUID } from 'node:crypto';
import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { AuthenticatorOptions } from './authentication-options.js';
import { Authenticators } from './authenticators.js';
import { CertificateLifetimes } from './certificate-lifetimes.js';
import { configuredAuthenticators, type AuthenticationSources } from './configured-authenticators.js';
import { ServiceAccountTokens, serviceAccountTokens } from './service-account/service-account-tokens.js';
import type { TokenKeys } from './service-account/token-keys.js';

export interface AuthenticationModuleOptions extends Omit<
  AuthenticationSources,
  'apiAudiences' | 'tokenKeys' | 'lifetimes'
> {
  readonly options: AuthenticatorOptions;
  /** Keys of service account tokens. */
  readonly tokenKeys: TokenKeys;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthenticationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Every configured authentication method. Exports {@link Authenticators}, {@link CertificateLifetimes} and {@link ServiceAccountTokens}. */
@Module({
  providers: [
    { provide: CertificateLifetimes, useFactory: () => new CertificateLifetimes() },
    {
      provide: ServiceAccountTokens,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ options, tokenKeys, vocabulary, clock }: AuthenticationModuleOptions) =>
        serviceAccountTokens(options.serviceAccount, tokenKeys, { vocabulary, clock, newId: randomUUID }),
    },
    {
      provide: Authenticators,
      inject: [MODULE_OPTIONS_TOKEN, ServiceAccountTokens, CertificateLifetimes],
      useFactory: async (
        { options, ...sources }: AuthenticationModuleOptions,
        { apiAudiences }: ServiceAccountTokens,
        lifetimes: CertificateLifetimes,
      ): Promise<Authenticators> =>
        new Authenticators(
          await configuredAuthenticators(options, { ...sources, apiAudiences, lifetimes }),
          apiAudiences,
        ),
    },
  ],
  exports: [Authenticators, CertificateLifetimes, ServiceAccountTokens],
})
export class AuthenticationModule extends ConfigurableModuleClass {}
