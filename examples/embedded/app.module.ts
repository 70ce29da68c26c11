import { Injectable, Module } from '@nestjs/common';
import { ALLOWED, ApiError, ApiServerModule, NO_OPINION } from '@orch/server';
import type { AdmissionAttributes, AdmissionPlugin, Authorizer, RequestInfo, TokenAuthenticator, UserInfo } from '@orch/server'; // prettier-ignore

@Injectable()
class Teams {
  readonly byToken = new Map([['token-of-anna', { username: 'anna', groups: ['default'] }]]);
}
@Module({ providers: [Teams], exports: [Teams] })
class TeamsModule {}

@Injectable()
class TeamTokens implements TokenAuthenticator {
  readonly name = 'teams';
  constructor(private readonly teams: Teams) {}
  authenticateToken(token: string) {
    const user = this.teams.byToken.get(token);
    return user && { user };
  }
}
class OwnNamespace implements Authorizer {
  decide({ groups }: UserInfo, { namespace }: RequestInfo) {
    return groups.includes(namespace) ? ALLOWED : NO_OPINION;
  }
}
class NoSecrets implements AdmissionPlugin {
  readonly name = 'NoSecrets';
  handles({ definition }: AdmissionAttributes): boolean {
    return definition.gvr.resource === 'secrets';
  }
  validate(): never {
    throw new ApiError('Forbidden', 'keep secrets in the vault');
  }
}
const [dataDir, port] = [process.env.DATA_DIR ?? '.embedded', Number(process.env.PORT ?? 6443)];
const plugins = { authenticators: [TeamTokens], authorizers: [OwnNamespace], admissionPlugins: [NoSecrets] };
@Module({ imports: [ApiServerModule.forRoot({ dataDir, port, imports: [TeamsModule], ...plugins })] })
export class AppModule {}
