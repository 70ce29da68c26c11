import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { BootstrapSignerReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([BootstrapSignerReconciler])] })
export class BootstrapSignerModule {}
