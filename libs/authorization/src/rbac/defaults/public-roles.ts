import { allow, allowPaths, bind, AUTHENTICATED, group, UNAUTHENTICATED, type DefaultArea } from './default-role.js';

const HEALTH = ['/healthz', '/livez', '/readyz'];
const VERSION = ['/version', '/version/'];
const DISCOVERY = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'];

/**
 * RbacIndex of administrators, authenticated and unauthenticated users (D-091, D-096..D-098): the latter may read only health and version
 * (decision 031).
 */
export const publicRoles: DefaultArea = ({ groups }) => ({
  roles: [
    { name: 'cluster-admin', rules: [allow('*', '*', '*'), allowPaths('*', '*')] },
    { name: 'system:discovery', rules: [allowPaths('get', ...HEALTH, ...VERSION, ...DISCOVERY)] },
    { name: 'system:public-info-viewer', rules: [allowPaths('get', ...HEALTH, ...VERSION)] },
    {
      name: 'system:basic-user',
      rules: [
        allow('create', groups.authorization, 'selfsubjectaccessreviews selfsubjectrulesreviews'),
        allow('create', groups.authentication, 'selfsubjectreviews'),
      ],
    },
    // Streams of watches: each watch in them is authorized by itself.
    { name: 'system:dashboard', rules: [allowPaths('post', '/dashboard/streams', '/dashboard/streams/*')] },
    {
      name: 'system:monitoring',
      rules: [allowPaths('get', '/metrics', '/metrics/slis', ...HEALTH, ...HEALTH.map((path) => `${path}/*`))],
    },
    {
      name: 'system:service-account-issuer-discovery',
      rules: [
        allowPaths(
          'get',
          '/.well-known/openid-configuration',
          '/.well-known/openid-configuration/',
          '/openid/v1/jwks',
          '/openid/v1/jwks/',
        ),
      ],
    },
  ],
  bindings: [
    bind('cluster-admin', [group('system:masters')]),
    bind('system:monitoring', [group('system:monitoring')]),
    bind('system:discovery', [AUTHENTICATED]),
    bind('system:dashboard', [AUTHENTICATED]),
    bind('system:public-info-viewer', [AUTHENTICATED, UNAUTHENTICATED]),
    bind('system:basic-user', [AUTHENTICATED]),
    bind('system:service-account-issuer-discovery', [group('system:serviceaccounts')]),
  ],
});
