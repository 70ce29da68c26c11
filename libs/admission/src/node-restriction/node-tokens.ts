import type { BoundObjectReference, Pod, UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { flowOf, inTurns, resourceRequest, type Authorizer, type RequestInfo } from '@orch/http';
import { requireNodeName } from '@orch/authorization';
import { podHasAudience, type AudienceReader } from './token-audiences.js';

/** With this verb on a resource named after an audience, a node gets tokens of that audience without a pod volume that requires it. */
const AUDIENCE_VERB = 'request-serviceaccounts-token-audience';

/** A token request for a service account. */
export interface RequestedToken {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly account: string;
  readonly audiences: readonly string[];
  readonly bound: BoundObjectReference | undefined;
}

interface NodeTokenDependencies {
  readonly reader: AudienceReader;
  readonly authorizer: Pick<Authorizer, 'decide'>;
  readonly vocabulary: Pick<Vocabulary, 'groups'>;
}

/**
 * A node gets only tokens bound to pods on it, which expire with the pod, for audiences that volumes of the pod require (D-184).
 * Other users are not restricted.
 * @throws ApiError Forbidden, also for a node without a name; NotFound for a pod that does not exist.
 */
export async function checkNodeToken(token: RequestedToken, dependencies: NodeTokenDependencies): Promise<void> {
  const { user, namespace, account, audiences, bound } = token;
  const ref = { group: '', resource: 'serviceaccounts', name: account };
  const node = requireNodeName(user, ref);
  if (node === undefined) return;
  const refuse = (why: string): ApiError => ApiError.forbidden(ref, why);
  if (bound?.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name) {
    throw refuse('node requested token not bound to a pod');
  }
  if (!bound.uid) throw refuse('node requested token with a pod binding without a uid');
  const { reader, vocabulary } = dependencies;
  const found = reader.readInSteps({ group: '', resource: 'pods' }, namespace, bound.name);
  const pod = (await inTurns(found, { flow: flowOf(user) })) as Pod | undefined;
  if (!pod) throw ApiError.notFound({ group: '', resource: 'pods', name: bound.name });
  if (bound.uid !== pod.metadata.uid) {
    throw refuse(
      `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted ` +
        'and then recreated',
    );
  }
  if (pod.spec?.nodeName !== node) throw refuse('node requested token bound to a pod scheduled on a different node');
  const [audience = '', another] = audiences;
  if (another !== undefined) throw refuse('node may only request 0 or 1 audiences');
  if (await inTurns(podHasAudience(pod, audience, reader, vocabulary), { flow: flowOf(user) })) return;
  const { allowed } = await dependencies.authorizer.decide(user, audienceRequest(audience, namespace, account));
  if (allowed) return;
  throw refuse(
    `audience ${JSON.stringify(audience)} not found in pod spec volume, ${user.username} is not authorized to request tokens for ` +
      'this audience',
  );
}

const audienceRequest = (audience: string, namespace: string, name: string): RequestInfo =>
  resourceRequest({ verb: AUDIENCE_VERB, version: 'v1', namespace, resource: audience, name });
