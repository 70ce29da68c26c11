import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerContext, ControllerModule } from '@orch/controller-kit';
import { FileRootCaSource, RootCaSource } from '../shared/root-ca-source.js';
import { AutomaticTokenReconciler } from './account-reconciler.js';
import { TokenSecretReconciler } from './reconciler.js';
import { automaticTokens } from './release.js';
import { secrets, serviceAccounts } from './token-secret.js';
import { FileTokenSigner, TokenSignerSource } from './token-signer.js';

export interface ServiceAccountTokenOptions {
  /** PEM files, the first private key of which signs tokens. */
  readonly privateKeyFiles: readonly string[];
  /** Certificates by which clients verify the server, PEM. */
  readonly rootCaFile: string;
}

const automaticTokenReconciler = {
  provide: AutomaticTokenReconciler,
  inject: [ControllerContext],
  useFactory: ({ client, informers, random, vocabulary }: ControllerContext) =>
    new AutomaticTokenReconciler(
      informers.lister(serviceAccounts),
      client.resource(serviceAccounts),
      client.resource(secrets),
      automaticTokens((signal) => client.text({ method: 'GET', path: '/version', signal })),
      vocabulary,
      random,
    ),
};

@Module({})
export class ServiceAccountTokenModule {
  static forRoot({ privateKeyFiles, rootCaFile }: ServiceAccountTokenOptions): DynamicModule {
    const sources = [
      { provide: TokenSignerSource, useValue: new FileTokenSigner(privateKeyFiles) },
      { provide: RootCaSource, useValue: new FileRootCaSource(rootCaFile) },
    ];
    return {
      module: ServiceAccountTokenModule,
      imports: [
        ControllerModule.forFeature([TokenSecretReconciler], { providers: sources }),
        ControllerModule.forFeature([AutomaticTokenReconciler], { providers: [automaticTokenReconciler] }),
      ],
    };
  }
}
