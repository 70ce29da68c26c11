import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { DisruptionReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([DisruptionReconciler])] })
export class DisruptionModule {}
