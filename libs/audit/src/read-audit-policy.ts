import { ApiError, decodeYaml } from '@orch/apimachinery';
import {
  AUDIT_LEVELS,
  AUDIT_STAGES,
  type AuditPolicy,
  type AuditRule,
  type AuditStage,
  type ResourceSelector,
} from './audit-policy.js';

/** A policy that cannot be used. The text begins with the path of what is wrong, and says what to do. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError';
}

type Fields = Readonly<Record<string, unknown>>;

/** Lists of texts that a rule may have. */
const RULE_LISTS = ['users', 'userGroups', 'verbs', 'namespaces', 'nonResourceURLs'] as const;
const RULE_FIELDS = ['level', ...RULE_LISTS, 'resources', 'omitStages', 'omitManagedFields'];

/**
 * Reads a policy, YAML or JSON (D-190). Pure. A field nobody knows is refused: a filter that is misspelt would make its rule
 * match everything.
 * @param group of its kind.
 * @throws AuditPolicyError.
 */
export function readAuditPolicy(text: string, group: string): AuditPolicy {
  const file = fieldsOf(parsed(text), '', [
    'apiVersion',
    'kind',
    'metadata',
    'rules',
    'omitStages',
    'omitManagedFields',
  ]);
  const version = `${group}/v1`;
  if (file['apiVersion'] !== version) throw wrong('apiVersion', `must be ${version}`);
  if (file['kind'] !== 'Policy') throw wrong('kind', 'must be Policy');
  const rules = listOf(file['rules'], 'rules');
  if (rules.length === 0) throw wrong('rules', 'needs at least one rule, such as {level: Metadata}');
  const omitted = stagesOf(file['omitStages'], 'omitStages');
  const omitManagedFields = flagOf(file['omitManagedFields'], 'omitManagedFields') ?? false;
  return { rules: rules.map((rule, index) => ruleOf(rule, `rules[${index}]`, omitted, omitManagedFields)) };
}

function parsed(text: string): unknown {
  try {
    const { value, duplicateFields } = decodeYaml(text);
    if (duplicateFields.length === 0) return value;
    throw new AuditPolicyError(`holds one field twice: ${duplicateFields.join(', ')}`);
  } catch (error) {
    if (error instanceof ApiError) throw new AuditPolicyError(error.message, { cause: error });
    throw error;
  }
}

function ruleOf(value: unknown, path: string, omitted: readonly AuditStage[], omitManagedFields: boolean): AuditRule {
  const rule = fieldsOf(value, path, RULE_FIELDS);
  const level = AUDIT_LEVELS.find((known) => known === rule['level']);
  if (!level) throw wrong(`${path}.level`, `must be among ${AUDIT_LEVELS.join(', ')}`);
  const list = (field: (typeof RULE_LISTS)[number]) => textsOf(rule[field], `${path}.${field}`);
  const resources = listOf(rule['resources'], `${path}.resources`);
  const nonResourceURLs = list('nonResourceURLs');
  if (nonResourceURLs.length > 0 && (resources.length > 0 || list('namespaces').length > 0)) {
    throw wrong(`${path}.nonResourceURLs`, 'does not go with resources or namespaces: make two rules of it');
  }
  nonResourceURLs.forEach((url, index) => checkUrl(url, `${path}.nonResourceURLs[${index}]`));
  return {
    level,
    users: list('users'),
    userGroups: list('userGroups'),
    verbs: list('verbs'),
    namespaces: list('namespaces'),
    nonResourceURLs,
    resources: resources.map((selector, index) => selectorOf(selector, `${path}.resources[${index}]`)),
    omitStages: new Set([...omitted, ...stagesOf(rule['omitStages'], `${path}.omitStages`)]),
    omitManagedFields: flagOf(rule['omitManagedFields'], `${path}.omitManagedFields`) ?? omitManagedFields,
  };
}

function checkUrl(url: string, path: string): void {
  if (url === '*') return;
  if (!url.startsWith('/')) throw wrong(path, 'must be "*" or begin with "/"');
  if (url.slice(0, -1).includes('*')) throw wrong(path, 'may have a "*" only at its end');
}

function selectorOf(value: unknown, path: string): ResourceSelector {
  const selector = fieldsOf(value, path, ['group', 'resources', 'resourceNames']);
  const { group = '' } = selector;
  if (typeof group !== 'string') throw wrong(`${path}.group`, 'must be a text');
  if (group.includes('/')) throw wrong(`${path}.group`, 'must be a group without its version');
  const resources = textsOf(selector['resources'], `${path}.resources`);
  const resourceNames = textsOf(selector['resourceNames'], `${path}.resourceNames`);
  if (resourceNames.length > 0 && resources.length === 0) {
    throw wrong(`${path}.resourceNames`, 'needs resources beside it: names mean nothing without them');
  }
  return { group, resources, resourceNames };
}

function stagesOf(value: unknown, path: string): readonly AuditStage[] {
  return textsOf(value, path).map((name, index) => {
    const stage = AUDIT_STAGES.find((known) => known === name);
    if (!stage) throw wrong(`${path}[${index}]`, `must be among ${AUDIT_STAGES.join(', ')}`);
    return stage;
  });
}

function textsOf(value: unknown, path: string): readonly string[] {
  return listOf(value, path).map((item, index) => {
    if (typeof item !== 'string') throw wrong(`${path}[${index}]`, 'must be a text');
    return item;
  });
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  return value;
}

function flagOf(value: unknown, path: string): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  throw wrong(path, 'must be true or false');
}

function fieldsOf(value: unknown, path: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(path || 'the policy', `must be a map of ${known.join(', ')}`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const at = path === '' ? unknown : `${path}.${unknown}`;
    throw wrong(at, `is no field here: use ${known.join(', ')}`);
  }
  return value as Fields;
}

const wrong = (path: string, what: string): AuditPolicyError => new AuditPolicyError(`${path}: ${what}`);
