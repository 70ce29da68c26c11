import type { ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Whether an object has the endpoints of the API servers. Only these may contain a loopback address, since a server that listens on
 * loopback has no other. Servers on further ports have their own slices, such as `orch-ipv4-6444`.
 */
export const isApiServerEndpoints = ({ name, namespace }: ObjectMeta, vocabulary: Vocabulary): boolean =>
  namespace === vocabulary.namespaces.default &&
  (name === vocabulary.apiServerService || isSliceOf(vocabulary.apiServerService, name));

const isSliceOf = (service: string, name: string | undefined): boolean =>
  name?.startsWith(`${service}-`) === true && /^ipv[46]-\d{1,5}$/.test(name.slice(service.length + 1));
