import { actionDefinition, type Eviction, type ResourceDefinition } from '@orch/api';
import { ApiError, type DecodedBody, type Status } from '@orch/apimachinery';
import { checkNamespace, decodeObject, type ResourceStore } from '@orch/registry';
import { checkNodeEviction } from '@orch/admission';
import type { RequestContext } from '@orch/http';
import { sendStatus } from '@orch/http';
import { deleteOptionsOf } from '../../body/read-delete-options.js';
import { admitAction } from './admit-action.js';
import { REVIEW_LIMITS } from './sent-object.js';
import { readObject } from '../../body/read-object.js';
import { prepareCreate } from '../write/write-objects.js';
import { PodEviction } from './pod-eviction.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * POST of an Eviction to a pod: deletes it if its disruption budget allows one more disruption (A-014, C-008..C-011).
 */
export const evictions = ({ registry, restrictsNodes }: VirtualParts): VirtualResource => ({
  create: async (pods, context) => {
    const { representation, request, eviction: read } = await readEviction(pods, context);
    const { name } = context.info;
    if (read.metadata.name !== name) {
      throw ApiError.badRequest('name in URL does not match name in Eviction object');
    }
    if (restrictsNodes) checkNodeEviction(context.user, registry, request.namespace, name);
    const { namespace } = request;
    const named = { ...read, metadata: { ...read.metadata, namespace } };
    const eviction = await admitAction(pods, context, request, named);
    const options = deleteOptionsOf({ ...eviction.deleteOptions }, new URLSearchParams(), pods.definition.vocabulary);
    const dryRun = request.dryRun || options.dryRun;
    await new PodEviction(registry, pods, { ...request, dryRun, action: 'executed' }, options).evict(name);
    return sendStatus(context, 201, representation, EVICTED);
  },
});

const EVICTED: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

async function readEviction(pods: ResourceStore, context: RequestContext) {
  const definition = actionDefinition(pods.definition, 'eviction')!;
  const { request, representation } = prepareCreate(pods, context, definition);
  const body = inNewestVersion(await readObject(context, definition, REVIEW_LIMITS), definition);
  const eviction = decodeObject(definition, body, request) as Eviction;
  checkNamespace(eviction.metadata, request.namespace, definition.vocabulary.answers);
  return { request, representation, eviction };
}

/** An Eviction of v1beta1 has the same fields. */
function inNewestVersion(body: DecodedBody, { gvk, apiVersion }: ResourceDefinition): DecodedBody {
  const sent = body.value as { readonly apiVersion?: unknown } | null;
  if (sent?.apiVersion !== `${gvk.group}/v1beta1`) return body;
  return { ...body, value: { ...sent, apiVersion } };
}
