import { ALLOWED, type Authorizer, NO_OPINION } from './authorizer.js';
import type { RuleTeller, UserRules } from './user-rules.js';

const EXACT: ReadonlySet<string> = new Set([
  '/healthz',
  '/livez',
  '/readyz',
  '/version',
  '/version/',
  '/api',
  '/apis',
  '/openapi',
]);
const BELOW: readonly string[] = ['/healthz/', '/livez/', '/readyz/', '/api/', '/apis/', '/openapi/'];

/**
 * What everybody may read, without credentials too: health, version, discovery and the API documents (C-293, design
 * section 9). Paths below `/api/` here are discovery only: those with a resource in them are no non-resource requests.
 */
export const publicPathsAuthorizer: Authorizer & RuleTeller = {
  decide: (_user, info) => {
    if (info.isResource || (info.verb !== 'get' && info.verb !== 'head')) return NO_OPINION;
    return EXACT.has(info.path) || BELOW.some((prefix) => info.path.startsWith(prefix)) ? ALLOWED : NO_OPINION;
  },
  rulesFor: () => RULES,
};

const RULES: UserRules = Object.freeze({
  resourceRules: [],
  nonResourceRules: [{ verbs: ['get', 'head'], nonResourceURLs: [...EXACT, ...BELOW.map((prefix) => `${prefix}*`)] }],
  incomplete: false,
});
