import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { CsrCleanerReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([CsrCleanerReconciler])] })
export class CsrCleanerModule {}
