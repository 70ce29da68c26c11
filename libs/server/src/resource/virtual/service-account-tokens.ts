import {
  actionDefinition,
  DEFAULT_TOKEN_SECONDS,
  validateTokenRequest,
  type BoundObjectReference,
  type ResourceDefinition,
  type TokenRequest,
} from '@orch/api';
import { ApiError, FieldPath, fieldError, formatTime, parseApiVersion } from '@orch/apimachinery';
import type { ObjectIdentity, PartReader } from '@orch/registry';
import { checkNodeToken } from '@orch/admission';
import type { NamedObject, TokenSubject } from '@orch/authentication';
import { annotateRequest, sendItem } from '@orch/http';
import { admitAction } from './admit-action.js';
import { readSent } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

const NAME = FieldPath.of('metadata', 'name');
/** Of the body: the answer has all of it, and is encoded in one turn. */
const MAX_REQUEST_BYTES = 64 * 1_024;

/** POST to an account's `token` sub-resource: a token of that account (D-036..D-038). A dry run returns none. */
export const serviceAccountTokens = ({
  registry,
  tokens,
  authorizer,
  restrictsNodes,
  clock,
}: VirtualParts): VirtualResource => ({
  create: async (accounts, context) => {
    const { namespace, name, subresource } = context.info;
    const definition = actionDefinition(accounts.definition, subresource)!;
    if ((await context.readBody()).length > MAX_REQUEST_BYTES)
      throw ApiError.tooLarge(`Request entity too large: limit of a token request is ${MAX_REQUEST_BYTES}`);
    const sent = await readSent<TokenRequest>(accounts, definition, context, { validate: validateTokenRequest });
    const { request, representation } = sent;
    const object = await admitAction(accounts, context, request, sent.object, {
      check: async (mutated) => {
        checkName(mutated, definition, name);
        liveAccount(registry, namespace, name);
        await sent.check(mutated);
      },
      complete: (mutated) => ({ ...mutated, metadata: { ...mutated.metadata, name, namespace } }),
    });
    const { audiences: requested, boundObjectRef, expirationSeconds } = object.spec ?? {};
    if (restrictsNodes) {
      await checkNodeToken(
        {
          user: context.user,
          namespace,
          account: name,
          audiences: requested ?? [],
          bound: boundObjectRef ?? undefined,
        },
        { reader: registry, authorizer, vocabulary: definition.vocabulary },
      );
    }
    const audiences = requested?.length ? requested : tokens.apiAudiences;
    const bound = boundObjectRef && boundTo(registry, namespace, name, boundObjectRef);
    const { lifetime, warnAfter } = tokens.lifetime({
      seconds: expirationSeconds ?? DEFAULT_TOKEN_SECONDS,
      forPod: bound?.pod !== undefined,
      audiences,
    });
    const subject: TokenSubject = { namespace, account: liveAccount(registry, namespace, name), ...bound };
    const nowMs = clock.now();
    const token = request.dryRun ? '' : tokens.issuer.issue(subject, { audiences, lifetime, warnAfter });
    const credentialId = idOf(token);
    if (credentialId !== undefined)
      annotateRequest(context)(definition.vocabulary.annotations.issuedCredentialId, `JTI=${credentialId}`);
    const seconds = warnAfter ?? lifetime;
    const answered = {
      ...object,
      metadata: { ...object.metadata, name, namespace, creationTimestamp: formatTime(nowMs) },
      spec: { ...object.spec, audiences, expirationSeconds: seconds },
      status: { token, expirationTimestamp: formatTime(nowMs + seconds * 1_000) },
    };
    return sendItem(context, 201, representation, definition, Buffer.from(JSON.stringify(answered), 'utf8'));
  },
});

/** @throws ApiError Invalid when the request names another account than its path. */
function checkName({ metadata }: TokenRequest, { gvk: { group, kind } }: ResourceDefinition, name: string): void {
  if ((metadata.name || name) === name) return;
  const error = fieldError.invalid(NAME, metadata.name, 'must match the service account name if specified');
  throw ApiError.invalid({ group, kind, name }, [error]);
}

/** The claim `jti` of a token that was issued here; undefined when it has none, as those of older releases. */
function idOf(token: string): string | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly jti?: string };
  return jti;
}

/** @throws ApiError NotFound. */
function liveAccount(reader: PartReader, namespace: string, name: string): NamedObject {
  return named(name, find(reader, 'serviceaccounts', namespace, name));
}

/** Kinds a token may be bound to, with their resources. */
const BINDABLE = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' } as const;
type Bindable = keyof typeof BINDABLE;

/**
 * The object to which a token is bound (D-039).
 * @throws ApiError NotFound when it does not exist, BadRequest for another kind or a pod of another account, Conflict
 * for another uid (D-038).
 */
function boundTo(
  reader: PartReader,
  namespace: string,
  account: string,
  { apiVersion = '', kind = '', name = '', uid }: BoundObjectReference,
): Pick<TokenSubject, 'pod' | 'secret' | 'node'> {
  if (!Object.hasOwn(BINDABLE, kind) || (apiVersion !== '' && apiVersion !== 'v1')) {
    const { group = '', version = '' } = parseApiVersion(apiVersion) ?? {};
    throw ApiError.badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  const bindable = kind as Bindable;
  if (name === '') throw ApiError.badRequest('Name parameter required.');
  const object = find(reader, BINDABLE[bindable], kind === 'Node' ? '' : namespace, name);
  const fieldOfPod = (field: 'serviceAccountName' | 'nodeName'): unknown => {
    const text = reader.partOf({ group: '', resource: 'pods' }, namespace, name, ['spec', field]);
    return text && JSON.parse(text.toString());
  };
  if (bindable === 'Pod' && fieldOfPod('serviceAccountName') !== account) {
    throw ApiError.badRequest(
      `cannot bind token for serviceaccount "${account}" to pod running with different serviceaccount name.`,
    );
  }
  if (uid && uid !== object.uid) {
    throw ApiError.conflict(
      { group: '', resource: BINDABLE[bindable], name },
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted ` +
        'and then recreated',
    );
  }
  if (bindable === 'Secret') return { secret: named(name, object) };
  if (bindable === 'Node') return { node: named(name, object) };
  const nodeName = fieldOfPod('nodeName');
  if (typeof nodeName !== 'string' || nodeName === '') return { pod: named(name, object) };
  // A node that does not exist is named without a uid, as in kube-apiserver.
  const node = reader.identityOf({ group: '', resource: 'nodes' }, '', nodeName) ?? {};
  return { pod: named(name, object), node: named(nodeName, node) };
}

/** The objects may have megabytes: they are not decoded. */
function find(reader: PartReader, resource: string, namespace: string, name: string): ObjectIdentity {
  const object = reader.identityOf({ group: '', resource }, namespace, name);
  if (!object) throw ApiError.notFound({ group: '', resource, name });
  return object;
}

const named = (name: string, { uid = '' }: ObjectIdentity): NamedObject => ({ name, uid });
