import { Injectable } from '@nestjs/common';
import { pluginFlags, restrictsNodes } from '@orch/admission';
import { Authenticators, ServiceAccountTokens } from '@orch/authentication';
import { RbacIndex, visibilities } from '@orch/authorization';
import { Authorizer, type RequestHandler } from '@orch/http';
import { credentialHeaders } from '@orch/proxy';
import { Registry } from '@orch/registry';
import { ServedKinds } from '../context/served-kinds.js';
import { ServerContext } from '../context/server-context.js';
import { storageCheck } from '../health/storage-check.js';
import { LargeObjects } from '../large-objects/large-objects.js';
import { OpenStores } from '../stores/open-stores.js';
import { createResourceHandler } from './resource-handler.js';

/** Handles every resource request. */
@Injectable()
export class ResourceRequests {
  readonly handle: RequestHandler;

  constructor(
    { options, features, clock, log, dial }: ServerContext,
    kinds: ServedKinds,
    stores: OpenStores,
    registry: Registry,
    largeObjects: LargeObjects,
    authorizer: Authorizer,
    { changes }: RbacIndex,
    authenticators: Authenticators,
    tokens: ServiceAccountTokens,
  ) {
    this.handle = createResourceHandler({
      registry,
      largeObjects,
      isGroup: kinds.isGroup,
      hidden: new Set(kinds.all.filter((definition) => !kinds.builtin.includes(definition))),
      watch: {
        minRequestTimeoutMs: options.minRequestTimeoutMs,
        initialEvents: features.enabled('WatchList'),
        random: Math.random,
      },
      chunkedLists: features.enabled('APIListChunking'),
      authorizer,
      visibilities: visibilities({ authorizer, changes, modes: options.authorization.modes, clock }),
      proxy: { dial, random: Math.random, isCredential: credentialHeaders(options.requestHeader) },
      virtual: {
        authenticators: authenticators.all,
        apiAudiences: authenticators.apiAudiences,
        tokens,
        restrictsNodes: restrictsNodes(pluginFlags(options)),
        components: [storageCheck(stores.all, clock)],
        clock,
        log,
      },
    });
  }
}
