import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { QuotaKeeper } from './quota-keeper.js';

@Module({ imports: [ControllerModule.forFeature([QuotaKeeper])] })
export class ResourceQuotaModule {}
