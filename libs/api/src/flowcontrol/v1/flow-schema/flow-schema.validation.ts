import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { validateConditions } from '../../../validation/conditions.js';
import { requireName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateSubject } from './flow-subject.validation.js';
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
    ...(distinguisherMethod
      ? validateOneOf(SPEC.child('distinguisherMethod').child('type'), distinguisherMethod.type ?? '', [
          'ByNamespace',
          'ByUser',
        ])
      : []),
    ...requireName(level, spec?.priorityLevelConfiguration?.name, 'dns-subdomain'),
    ...rules.flatMap((rule, index) => validateRules(SPEC.child('rules').index(index), rule)),
  ];
}

export const validateFlowSchemaStatus = ({ status }: FlowSchema): FieldError[] =>
  validateConditions(FieldPath.of('status', 'conditions'), status?.conditions);

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
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rules;
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
  const { namespaces = [], clusterScope = false } = rule;
  const at = path.child('namespaces');
  return [
    ...validateVerbs(path.child('verbs'), rule.verbs),
    ...validateList(
      path.child('apiGroups'),
      rule.apiGroups,
      'resource rules must supply at least one api group',
      'api groups',
    ),
    ...validateList(
      path.child('resources'),
      rule.resources,
      'resource rules must supply at least one resource',
      'resources',
    ),
    ...(namespaces.length === 0 && !clusterScope
      ? [fieldError.required(at, 'resource rules that are not cluster scoped must supply at least one namespace')]
      : []),
    ...(namespaces.includes('*')
      ? validateList(at, namespaces, '', 'namespaces')
      : namespaces.flatMap((name, index) => requireName(at.index(index), name, 'dns-label'))),
  ];
}

function validatePathRule(path: FieldPath, rule: NonResourcePolicyRule): FieldError[] {
  const { nonResourceURLs: urls = [] } = rule;
  const at = path.child('nonResourceURLs');
  return [
    ...validateVerbs(path.child('verbs'), rule.verbs),
    ...validateList(at, urls, 'nonResourceURLs must contain at least one value', 'non-resource URLs'),
    ...urls.flatMap((url, index) => (url === '*' ? [] : validateNonResourcePath(at.index(index), url))),
  ];
}

function validateVerbs(path: FieldPath, verbs: readonly string[] = []): FieldError[] {
  const errors = validateList(path, verbs, 'verbs must contain at least one value', 'verbs');
  if (errors.length > 0 || verbs.includes('*')) return errors;
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [fieldError.notSupported(path, verbs, VERBS)];
}

/** Not empty, and `*` alone. */
function validateList(path: FieldPath, values: readonly string[] = [], missing: string, what: string): FieldError[] {
  if (values.length === 0) return [fieldError.required(path, missing)];
  return values.length > 1 && values.includes('*')
    ? [fieldError.invalid(path, values, `if '*' is present, must not specify other ${what}`)]
    : [];
}
