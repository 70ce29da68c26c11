import type { ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Whether an object tells where the API server itself is. It alone may name an address of this machine, as a server that
 * listens for this machine only has no other.
 */
export const tellsOfOwnServer = ({ name, namespace }: ObjectMeta, vocabulary: Vocabulary): boolean =>
  name === vocabulary.apiServerService && namespace === vocabulary.namespaces.default;
