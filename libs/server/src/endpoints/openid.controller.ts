import { Controller, Get, Header, NotFoundException } from '@nestjs/common';
import {
  JWKS_PATH,
  jsonWebKeySet,
  OPENID_CONFIGURATION_PATH,
  openIdConfiguration,
  ServiceAccountTokens,
} from '@orch/authentication';
import { advertisedAddress } from '@orch/tls';
import { externalUrl, serverUrl } from '../bootstrap/server-url.js';
import { ServerContext } from '../context/server-context.js';

/** Verifiers may cache it for an hour. */
const CACHED = 'public, max-age=3600';

/**
 * Discovery document and keys for verifiers of service account tokens (D-046, D-047). RBAC decides who may read them
 * (D-048).
 */
@Controller()
export class OpenIdController {
  constructor(
    private readonly tokens: ServiceAccountTokens,
    private readonly context: ServerContext,
  ) {}

  @Get(OPENID_CONFIGURATION_PATH)
  @Header('Cache-Control', CACHED)
  @Header('Content-Type', 'application/json')
  configuration(): string {
    const { issuerName, keys } = this.tokens;
    const document = openIdConfiguration(issuerName, this.jwksUri(), keys);
    if (!document) throw new NotFoundException();
    return JSON.stringify(document);
  }

  @Get(JWKS_PATH)
  @Header('Cache-Control', CACHED)
  @Header('Content-Type', 'application/jwk-set+json')
  keys(): string {
    return JSON.stringify(jsonWebKeySet(this.tokens.keys));
  }

  /** As configured by the flag, else the external URL of the servers. */
  private jwksUri(): string {
    const { options, port } = this.context;
    const { serviceAccount, externalHostname } = options;
    if (serviceAccount.jwksUri !== undefined) return serviceAccount.jwksUri;
    return (externalUrl(externalHostname, port) ?? serverUrl(advertisedAddress(options), port)) + JWKS_PATH;
  }
}
