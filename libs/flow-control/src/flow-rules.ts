import type {
  FlowSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  UserInfo,
} from '@orch/api';
import type { RequestInfo } from '@orch/http';

const ANY = '*';
const SERVICE_ACCOUNT = 'system:serviceaccount:';

/** Whether a request matches, by its attributes. */
export type RequestRule = (info: RequestInfo) => boolean;

/** One entry of `spec.rules`: subjects and requests. */
export interface FlowRule {
  readonly isOf: (user: UserInfo) => boolean;
  /** At least one must match. */
  readonly requests: readonly RequestRule[];
}

/** Compiles the rules of a FlowSchema, so that matching does not read API objects. */
export const flowRules = (rules: readonly PolicyRulesWithSubjects[] | undefined): readonly FlowRule[] =>
  (rules ?? []).map(({ subjects, resourceRules, nonResourceRules }) => {
    const tests = (subjects ?? []).map(subjectTest);
    return {
      isOf: (user) => tests.some((test) => test(user)),
      requests: [...(resourceRules ?? []).map(resourceRule), ...(nonResourceRules ?? []).map(pathRule)],
    };
  });

/** The requests of the rules that have a user as a subject; undefined: none has. HOT PATH (bench: get): those of one rule are not copied. */
export function requestsOf(rules: readonly FlowRule[], user: UserInfo): readonly RequestRule[] | undefined {
  let first: readonly RequestRule[] | undefined;
  let all: RequestRule[] | undefined;
  for (const rule of rules) {
    if (!rule.isOf(user)) continue;
    if (first) {
      all ??= [...first];
      for (const request of rule.requests) all.push(request);
    } else first = rule.requests;
  }
  return all ?? first;
}

function subjectTest(subject: FlowSubject): (user: UserInfo) => boolean {
  if (subject.kind === 'User') {
    const name = subject.user?.name;
    return name === ANY ? () => true : (user) => user.username === name;
  }
  if (subject.kind === 'Group') {
    const name = subject.group?.name ?? '';
    return name === ANY ? () => true : (user) => user.groups.includes(name);
  }
  const { namespace = '', name = '' } = subject.serviceAccount ?? {};
  const prefix = `${SERVICE_ACCOUNT}${namespace}:`;
  return name === ANY ? (user) => user.username.startsWith(prefix) : (user) => user.username === `${prefix}${name}`;
}

function resourceRule(rule: ResourcePolicyRule): RequestRule {
  const verb = oneOf(rule.verbs);
  const group = oneOf(rule.apiGroups);
  const resource = oneOf(rule.resources);
  const namespace = oneOf(rule.namespaces);
  const clusterScope = rule.clusterScope === true;
  return (info) =>
    info.isResource &&
    verb(info.verb) &&
    group(info.group) &&
    resource(info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`) &&
    (info.namespace === '' ? clusterScope : namespace(info.namespace));
}

function pathRule(rule: NonResourcePolicyRule): RequestRule {
  const verb = oneOf(rule.verbs);
  const paths = (rule.nonResourceURLs ?? []).map(pathTest);
  return (info) => !info.isResource && verb(info.verb) && paths.some((test) => test(info.path));
}

/** `*` matches every path, `/a/*` all below `/a/`, anything else itself. */
function pathTest(path: string): (requested: string) => boolean {
  if (path === ANY) return () => true;
  if (!path.endsWith(ANY)) return (requested) => requested === path;
  const prefix = path.slice(0, -1);
  return (requested) => requested.startsWith(prefix);
}

const oneOf = (values: readonly string[] | null = []): ((value: string) => boolean) =>
  values?.includes(ANY) ? () => true : (value) => values?.includes(value) ?? false;
