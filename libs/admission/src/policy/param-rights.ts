import { sameJson } from '@orch/api';
import { ApiError, FieldPath, fieldError } from '@orch/apimachinery';
import { ADMINISTRATORS, resourceRequest, type Authorizer } from '@orch/http';
import type { AdmissionAttributes, ObjectReader, Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { storesOfKind } from '../matching/stores-of-kind.js';
import type { BindingObject, ParamKind, PolicyObject, PolicySpec } from './policy-objects.js';

const POLICIES: ReadonlyMap<string, string> = new Map([
  ['validatingadmissionpolicybindings', 'validatingadmissionpolicies'],
  ['mutatingadmissionpolicybindings', 'mutatingadmissionpolicies'],
]);

type RequestFields = Parameters<typeof resourceRequest>[0];

/** Where kinds and policies are looked up. */
export interface ParamRightsSources {
  readonly authorizer: Authorizer;
  readonly kinds: Pick<Registry, 'resources'>;
  readonly reader: ObjectReader;
  readonly vocabulary: Pick<Vocabulary, 'groups'>;
}

/**
 * Who writes a policy or a binding may read its parameters: a message or a mutation can show them to any user. A policy needs `get` on all objects of
 * its `paramKind`, a binding `get` (by name) or `list` (by selector) on what its `paramRef` names, also to change another part of the spec, which
 * may show them. Cannot be disabled.
 */
export function paramRights(sources: ParamRightsSources): AdmissionPlugin {
  const { authorizer, vocabulary } = sources;
  const group = vocabulary.groups.admissionregistration;
  const may = async (a: AdmissionAttributes, request: RequestFields): Promise<boolean> =>
    (await authorizer.decide(a.user, resourceRequest({ ...EVERYTHING, ...request }))).allowed;

  const checkPolicy = async (a: AdmissionAttributes): Promise<void> => {
    const { paramKind } = policySpec(a.object);
    if (!paramKind || sameJson(policySpec(a.object), policySpec(a.oldObject))) return;
    if (await may(a, { ...placeOf(sources, paramKind), verb: 'get', name: '*', namespace: '*' })) return;
    const { kind, apiVersion } = paramKind;
    const objects = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
    throw refusal(a, 'paramKind', `user ${a.user.username} must have "get" permission on ${objects}`);
  };

  const checkBinding = async (a: AdmissionAttributes): Promise<void> => {
    const { paramRef, policyName = '' } = bindingSpec(a.object);
    if (!paramRef || sameJson(bindingSpec(a.object), bindingSpec(a.oldObject))) return;
    const resource = { group, resource: POLICIES.get(a.definition.gvr.resource)! };
    const policy = sources.reader.read(resource, '', policyName) as PolicyObject | undefined;
    const verb = paramRef.name ? 'get' : 'list';
    const { name = '', namespace = '' } = paramRef;
    const place = policy?.spec?.paramKind ? placeOf(sources, policy.spec.paramKind) : {};
    if (await may(a, { ...place, verb, name, namespace })) return;
    const what = policy
      ? `user ${a.user.username} does not have "${verb}" permission on the object referenced by paramRef`
      : `unable to get policy ${policyName} to determine minimum required permissions and user ${a.user.username} does not have "${verb}" permission for all groups, versions and resources`;
    throw refusal(a, 'paramRef', what);
  };

  return {
    name: 'ParamRights',
    handles: ({ definition: { gvr }, operation, subresource, user }) =>
      gvr.group === group && operation !== 'DELETE' && subresource === '' && !user.groups.includes(ADMINISTRATORS),
    validate: (a) => {
      const { resource } = a.definition.gvr;
      if (POLICIES.has(resource)) return checkBinding(a);
      return resource.endsWith('policies') ? checkPolicy(a) : undefined;
    },
  };
}

/** What is not known must be allowed as a whole. */
const EVERYTHING = { group: '*', version: '*', resource: '*' };

/** The resource of a kind, as far as it is known. */
function placeOf({ kinds }: ParamRightsSources, { apiVersion = '', kind = '' }: ParamKind): RequestFields {
  const [store] = storesOfKind(kinds, apiVersion, kind);
  if (store) return store.definition.gvr;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version };
}

const policySpec = (object: unknown): PolicySpec => (object as PolicyObject | undefined)?.spec ?? {};
const bindingSpec = (object: unknown): NonNullable<BindingObject['spec']> =>
  (object as BindingObject | undefined)?.spec ?? {};

function refusal({ definition: { gvk }, name }: AdmissionAttributes, field: string, detail: string): ApiError {
  return ApiError.invalid({ group: gvk.group, kind: gvk.kind, name }, [
    fieldError.forbidden(FieldPath.of('spec', field), detail),
  ]);
}
