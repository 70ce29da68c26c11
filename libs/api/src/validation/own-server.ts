import type { ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Whether an object tells where the API servers themselves are. It alone may name an address of this machine, as a server that listens for
 * this machine only has no other. Servers on further ports have slices of their own, such as `orch-ipv4-6444`.
 */
export const tellsOfOwnServer = ({ name, namespace }: ObjectMeta, vocabulary: Vocabulary): boolean =>
  namespace === vocabulary.namespaces.default &&
  (name === vocabulary.apiServerService || isSliceOf(vocabulary.apiServerService, name));

const isSliceOf = (service: string, name: string | undefined): boolean =>
  name?.startsWith(`${service}-`) === true && /^ipv[46]-\d{1,5}$/.test(name.slice(service.length + 1));
