import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { discoveryTypes, JSON_ONLY } from './media-types.js';
import type { OperationNames } from './operation-names.js';
import type { PathItem } from './path-item.js';

/** A path that describes the server instead of objects. */
export interface DiscoveryPath {
  /** With the last slash. */
  readonly path: string;
  readonly tag: string;
  readonly operationId: string;
  readonly description: string;
  /** Struct of the answer; absent: a string. */
  readonly answer?: string;
  /** Media types of the answer. Default: those of objects. */
  readonly produces?: readonly string[];
  /** Swagger documents no media types of the request. */
  readonly consumesNothing?: true;
}

export const CORE_VERSIONS: DiscoveryPath = {
  path: '/api/',
  tag: 'core',
  operationId: 'getCoreAPIVersions',
  description: 'List the versions of the core group',
  answer: 'meta.v1.APIVersions',
};

export const GROUPS: DiscoveryPath = {
  path: '/apis/',
  tag: 'apis',
  operationId: 'getAPIVersions',
  description: 'List the groups',
  answer: 'meta.v1.APIGroupList',
};

export const VERSION: DiscoveryPath = {
  path: '/version/',
  tag: 'version',
  operationId: 'getCodeVersion',
  description: 'Read the version of the server',
  answer: 'pkg.version.Info',
  produces: JSON_ONLY,
};

export const OPENID_CONFIGURATION: DiscoveryPath = {
  path: '/.well-known/openid-configuration/',
  tag: 'WellKnown',
  operationId: 'getServiceAccountIssuerOpenIDConfiguration',
  description: 'Read the OpenID configuration of the issuer of service account tokens',
  produces: JSON_ONLY,
  consumesNothing: true,
};

export const OPENID_KEYS: DiscoveryPath = {
  path: '/openid/v1/jwks/',
  tag: 'openid',
  operationId: 'getServiceAccountIssuerOpenIDKeyset',
  description: 'Read the public keys that verify service account tokens',
  produces: ['application/jwk-set+json'],
  consumesNothing: true,
};

/** The path that lists the versions of a group. */
export const groupPath = (group: string, { groupId, groupTag }: OperationNames): DiscoveryPath => ({
  path: `/apis/${group}/`,
  tag: groupTag,
  operationId: `get${groupId}APIGroup`,
  description: 'List the versions of a group',
  answer: 'meta.v1.APIGroup',
});

/** The path that lists the resources of a group version. @param root `/apis/apps/v1`. */
export const resourcesPath = (root: string, { id, tag }: OperationNames): DiscoveryPath => ({
  path: `${root}/`,
  tag,
  operationId: `get${id}APIResources`,
  description: 'List the resources of a group version',
  answer: 'meta.v1.APIResourceList',
});

/** Describes such a path in OpenAPI 3 format. */
export function discoveryPathItem(
  { tag, description, operationId, answer, produces, consumesNothing }: DiscoveryPath,
  naming: OpenApiNaming,
  vocabulary: Vocabulary,
): { readonly value: PathItem; readonly consumes: readonly string[] } {
  const types = produces ?? discoveryTypes(vocabulary);
  const schema = answer ? { $ref: `#/components/schemas/${naming.definitionName(answer)}` } : { type: 'string' };
  const value = {
    get: {
      tags: [tag],
      description,
      operationId,
      responses: {
        '200': { description: 'OK', content: Object.fromEntries(types.map((type) => [type, { schema }])) },
        '401': { description: 'Unauthorized' },
      },
    },
  };
  return { value, consumes: consumesNothing ? [] : types };
}
