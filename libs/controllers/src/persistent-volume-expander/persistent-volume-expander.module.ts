import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { PersistentVolumeExpanderReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([PersistentVolumeExpanderReconciler])] })
export class PersistentVolumeExpanderModule {}
