import { Module } from '@nestjs/common';
import { ApiServerModule } from '@orch/server';
import { TeamLabel } from './team-label.plugin.js';
import { Teams } from './teams.js';

@Module({ providers: [Teams], exports: [Teams] })
class TeamsModule {}

const [dataDir, port] = [process.env.DATA_DIR ?? '.admission', Number(process.env.PORT ?? 6443)];

@Module({
  imports: [
    ApiServerModule.forRoot({
      dataDir,
      port,
      // No controller creates service accounts here.
      disableAdmissionPlugins: ['ServiceAccount'],
      imports: [TeamsModule],
      admissionPlugins: [TeamLabel],
    }),
  ],
})
export class AppModule {}
