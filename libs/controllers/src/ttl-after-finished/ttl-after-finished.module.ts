import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { TtlAfterFinishedReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([TtlAfterFinishedReconciler])] })
export class TtlAfterFinishedModule {}
