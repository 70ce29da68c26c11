import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { CsrSignerReconciler, CsrSignerSettings } from './reconciler.js';
import { signerRules } from './signer-rules.js';
import { FileSigningAuthority } from './signing-authority.js';

export interface CsrSignerOptions {
  /** Certificate and private key of the authority that signs, PEM. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** The longest lifetime of a certificate. Unit: milliseconds. */
  readonly signingDurationMs: number;
}

@Module({})
export class CsrSignerModule {
  static forRoot({ certificateFile, keyFile, signingDurationMs }: CsrSignerOptions): DynamicModule {
    const settings = {
      provide: CsrSignerSettings,
      inject: [Vocabulary],
      useFactory: (vocabulary: Vocabulary): CsrSignerSettings => ({
        rules: signerRules(vocabulary),
        authority: new FileSigningAuthority(certificateFile, keyFile),
        signingDurationMs,
      }),
    };
    const feature = ControllerModule.forFeature([CsrSignerReconciler], { providers: [settings] });
    return { module: CsrSignerModule, imports: [feature] };
  }
}
