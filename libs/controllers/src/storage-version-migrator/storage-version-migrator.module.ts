import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { StorageVersionMigratorReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([StorageVersionMigratorReconciler])] })
export class StorageVersionMigratorModule {}
