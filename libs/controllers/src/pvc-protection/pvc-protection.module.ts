import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { ClaimProtectionReconciler } from './claim-protection.js';
import { VolumeProtectionReconciler } from './volume-protection.js';

@Module({ imports: [ControllerModule.forFeature([ClaimProtectionReconciler, VolumeProtectionReconciler])] })
export class PvcProtectionModule {}
