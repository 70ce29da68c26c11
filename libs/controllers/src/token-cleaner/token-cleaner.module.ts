import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { TokenCleanerReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([TokenCleanerReconciler])] })
export class TokenCleanerModule {}
