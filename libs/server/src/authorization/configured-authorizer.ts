import type { Vocabulary } from '@orch/vocabulary';
import { administratorsAuthorizer } from './administrators.js';
import { authorizeUnion } from './authorize-union.js';
import type { Authorizer } from './authorizer.js';
import { clusterInfoAuthorizer } from './cluster-info.js';
import { publicPathsAuthorizer } from './public-paths.js';

/** Everything that can allow a request, in the order in which it is asked. A new mode is one line here. */
export const configuredAuthorizer = (vocabulary: Vocabulary): Authorizer =>
  authorizeUnion([administratorsAuthorizer, publicPathsAuthorizer, clusterInfoAuthorizer(vocabulary)]);
