import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { ClaimReconciler } from './claim-reconciler.js';
import { EphemeralReconciler } from './ephemeral-reconciler.js';
import { VolumeReconciler } from './volume-reconciler.js';

@Module({ imports: [ControllerModule.forFeature([ClaimReconciler, EphemeralReconciler, VolumeReconciler])] })
export class PersistentVolumeBinderModule {}
