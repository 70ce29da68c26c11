import type { Vocabulary } from '@orch/vocabulary';
import { CLUSTER_INFO } from '../bootstrap/cluster-info.js';
import { ALLOWED, type Authorizer, NO_OPINION } from './authorizer.js';
import { NO_RULES, type RuleTeller, type UserRules } from './user-rules.js';

/**
 * Everybody may read the one ConfigMap that tells a newcomer where the server is and which CA to trust (C-158); it is
 * signed with the newcomer's own token, so reading it before trusting it is the point.
 */
export function clusterInfoAuthorizer(vocabulary: Vocabulary): Authorizer & RuleTeller {
  const namespace = vocabulary.namespaces.public;
  return {
    decide: (_user, info) =>
      info.isResource &&
      info.verb === 'get' &&
      info.name === CLUSTER_INFO &&
      info.resource === 'configmaps' &&
      info.subresource === '' &&
      info.group === '' &&
      info.namespace === namespace
        ? ALLOWED
        : NO_OPINION,
    rulesFor: (_user, asked) => (asked === namespace ? RULES : NO_RULES),
  };
}

const RULES: UserRules = Object.freeze({
  resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: [CLUSTER_INFO] }],
  nonResourceRules: [],
  incomplete: false,
});
