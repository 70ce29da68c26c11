import { fieldError, FieldPath, goString, goStruct, goValue, validateName, type FieldError } from '@orch/apimachinery';
import { checkName } from '../../../validation/names.js';
import { validateSubject } from './flow-subject.validation.js';
import { validateConditionTypes } from '../condition-types.js';
import { validateNonResourcePath } from './non-resource-path.js';
import type {
  FlowSchema,
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from './flow-schema.types.js';

const SPEC = FieldPath.of('spec');
const MAX_PRECEDENCE = 10_000;
/** The only schema that may have the highest precedence. */
const EXEMPT = 'exempt';
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

export function validateFlowSchema({ metadata, spec }: FlowSchema): FieldError[] {
  const { matchingPrecedence = 0, distinguisherMethod, rules = [] } = spec ?? ({} as Partial<FlowSchemaSpec>);
  const level = SPEC.child('priorityLevelConfiguration').child('name');
  return [
    ...validatePrecedence(SPEC.child('matchingPrecedence'), matchingPrecedence, metadata.name ?? ''),
    ...(distinguisherMethod ? validateDistinguisher(distinguisherMethod) : []),
    ...(spec?.priorityLevelConfiguration?.name
      ? checkName(level, spec.priorityLevelConfiguration.name, 'dns-subdomain')
      : [fieldError.required(level, 'must reference a priority level')]),
    ...rules.flatMap((rule, index) => validateRules(SPEC.child('rules').index(index), rule)),
  ];
}

export const validateFlowSchemaStatus = ({ status }: FlowSchema): FieldError[] =>
  validateConditionTypes(FieldPath.of('status', 'conditions'), status?.conditions);

const DISTINGUISHERS = ['ByNamespace', 'ByUser'];
const goDistinguisher = goStruct('flowcontrol.FlowDistinguisherMethod', { type: goString });

function validateDistinguisher(method: { type?: string }): FieldError[] {
  const path = SPEC.child('distinguisherMethod').child('type');
  return DISTINGUISHERS.includes(method.type ?? '')
    ? []
    : [fieldError.notSupported(path, goValue(goDistinguisher, method), DISTINGUISHERS)];
}

function validatePrecedence(path: FieldPath, precedence: number, name: string): FieldError[] {
  if (precedence <= 0) return [fieldError.invalid(path, precedence, 'must be a positive value')];
  if (precedence > MAX_PRECEDENCE) {
    return [fieldError.invalid(path, precedence, `must not be greater than ${MAX_PRECEDENCE}`)];
  }
  return precedence === 1 && name !== EXEMPT
    ? [fieldError.invalid(path, precedence, `only the schema named '${EXEMPT}' may have matchingPrecedence 1`)]
    : [];
}

function validateRules(path: FieldPath, rules: PolicyRulesWithSubjects): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rules;
  const subjects = rules.subjects ?? [];
  return [
    ...(subjects.length === 0
      ? [fieldError.required(path.child('subjects'), 'subjects must contain at least one value')]
      : subjects.flatMap((subject, index) => validateSubject(path.child('subjects').index(index), subject))),
    ...(resourceRules.length + nonResourceRules.length === 0
      ? [fieldError.required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...resourceRules.flatMap((rule, index) => validateResourceRule(path.child('resourceRules').index(index), rule)),
    ...nonResourceRules.flatMap((rule, index) => validatePathRule(path.child('nonResourceRules').index(index), rule)),
  ];
}

function validateResourceRule(path: FieldPath, rule: ResourcePolicyRule): FieldError[] {
  const { clusterScope = false } = rule;
  const namespaces = rule.namespaces ?? [];
  const at = path.child('namespaces');
  return [
    ...validateVerbs(path.child('verbs'), rule.verbs ?? []),
    ...validateList(
      path.child('apiGroups'),
      rule.apiGroups ?? [],
      'resource rules must supply at least one api group',
      'api groups',
    ),
    ...validateList(
      path.child('resources'),
      rule.resources ?? [],
      'resource rules must supply at least one resource',
      'resources',
    ),
    ...(namespaces.length === 0 && !clusterScope
      ? [fieldError.required(at, 'resource rules that are not cluster scoped must supply at least one namespace')]
      : []),
    ...(namespaces.includes('*')
      ? validateList(at, namespaces, '', 'namespaces')
      : namespaces.flatMap((name, index) => validateNamespace(at.index(index), name))),
  ];
}

function validatePathRule(path: FieldPath, rule: NonResourcePolicyRule): FieldError[] {
  const urls = rule.nonResourceURLs ?? [];
  const at = path.child('nonResourceURLs');
  return [
    ...validateVerbs(path.child('verbs'), rule.verbs ?? []),
    ...validateList(at, urls, 'nonResourceURLs must contain at least one value', 'non-resource URLs'),
    ...(urls.includes('*') ? [] : urls.flatMap((url, index) => validateNonResourcePath(at.index(index), url))),
  ];
}

function validateVerbs(path: FieldPath, verbs: readonly string[]): FieldError[] {
  const errors = validateList(path, verbs, 'verbs must contain at least one value', 'verbs');
  if (errors.length > 0 || verbs.includes('*')) return errors;
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [fieldError.notSupported(path, verbs, VERBS)];
}

const validateNamespace = (path: FieldPath, name: string): FieldError[] =>
  validateName('dns-label', name).map((fault) =>
    fieldError.invalid(path, name, `each member of this list must be '*' or a DNS-1123 label; ${fault}`),
  );

/** Not empty, and `*` alone. */
function validateList(path: FieldPath, values: readonly string[], missing: string, what: string): FieldError[] {
  if (values.length === 0) return [fieldError.required(path, missing)];
  return values.length > 1 && values.includes('*')
    ? [fieldError.invalid(path, values, `if '*' is present, must not specify other ${what}`)]
    : [];
}
