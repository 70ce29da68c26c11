import type { Vocabulary } from '@orch/vocabulary';
import { AUTHENTICATED_GROUP } from '@orch/authentication';
import { ALL, type Policy } from './policy.js';

/** An invalid policy file. The text contains the line and the remedy. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError';
}

type Fields = Readonly<Record<string, unknown>>;
type Problem = (what: string) => PolicyFileError;

const SUBJECT_TEXTS = ['user', 'group'] as const;
const OLD_TEXTS = [...SUBJECT_TEXTS, 'namespace', 'resource'] as const;
const TEXTS = [...OLD_TEXTS, 'apiGroup', 'nonResourcePath'] as const;

/**
 * Parses `--authorization-policy-file`: one JSON object per line; empty lines and lines that begin with `#` are ignored (D-074). An
 * object with `kind: Policy` has its rule in `spec`; one with neither `apiVersion` nor `kind` is a rule of the unversioned form, which
 * has no API groups and matches all resources or namespaces if it names none.
 * @throws PolicyFileError for the first invalid line, since an ignored rule would seem to be in effect.
 */
export function parsePolicyFile(text: string, file: string, vocabulary: Vocabulary): readonly Policy[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    return [
      parseLine(trimmed, vocabulary.groups.abac, (what) => new PolicyFileError(`${file}, line ${index + 1}: ${what}`)),
    ];
  });
}

function parseLine(line: string, group: string, problem: Problem): Policy {
  const fields = parsedFields(line, problem);
  if (fields['apiVersion'] === undefined && fields['kind'] === undefined) return oldPolicy(fields, problem);
  const version = `${group}/v1beta1`;
  if (fields['apiVersion'] !== version || fields['kind'] !== 'Policy') {
    throw problem(`needs "apiVersion": "${version}" and "kind": "Policy"`);
  }
  const { apiVersion: _apiVersion, kind: _kind, spec, ...rest } = fields;
  refuseUnknown(rest, [], problem);
  if (!isFields(spec)) throw problem('needs the rule as an object in "spec"');
  return policy(spec, problem);
}

function parsedFields(line: string, problem: Problem): Fields {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    throw problem(`is not a JSON object (${(error as Error).message})`);
  }
  if (!isFields(parsed)) throw problem('is not a JSON object');
  return parsed;
}

function policy(spec: Fields, problem: Problem): Policy {
  refuseUnknown(spec, [...TEXTS, 'readonly'], problem);
  const text = texts(spec, TEXTS, problem);
  const subject = subjectOf(text.user, text.group);
  if (!subject) throw problem('needs a "user" or a "group"; "*" means all authenticated users');
  return { ...subject, ...pick(text), readonly: flag(spec, problem) };
}

function oldPolicy(spec: Fields, problem: Problem): Policy {
  refuseUnknown(spec, [...OLD_TEXTS, 'readonly'], problem);
  const { user, group, namespace, resource } = texts(spec, OLD_TEXTS, problem);
  return {
    ...(subjectOf(user, group) ?? { user: undefined, group: AUTHENTICATED_GROUP }),
    apiGroup: ALL,
    resource: resource || ALL,
    namespace: namespace || ALL,
    nonResourcePath: resource === '' && namespace === '' ? ALL : '',
    readonly: flag(spec, problem),
  };
}

/** `*` means all authenticated users, restricted by the other name if there is one. Undefined without a subject. */
function subjectOf(user: string, group: string): Pick<Policy, 'user' | 'group'> | undefined {
  if (user === '' && group === '') return undefined;
  const isAuthenticated = user === ALL || group === ALL;
  return {
    user: user === '' || user === ALL ? undefined : user,
    group: group !== '' && group !== ALL ? group : isAuthenticated ? AUTHENTICATED_GROUP : undefined,
  };
}

const pick = ({ apiGroup, resource, namespace, nonResourcePath }: Record<(typeof TEXTS)[number], string>) => ({
  apiGroup,
  resource,
  namespace,
  nonResourcePath,
});

function texts<K extends string>(fields: Fields, keys: readonly K[], problem: Problem): Record<K, string> {
  const read = keys.map((key) => {
    const value = fields[key] ?? '';
    if (typeof value !== 'string') throw problem(`"${key}" must be a text`);
    return [key, value] as const;
  });
  return Object.fromEntries(read) as Record<K, string>;
}

function flag(fields: Fields, problem: Problem): boolean {
  const value = fields['readonly'] ?? false;
  if (typeof value !== 'boolean') throw problem('"readonly" must be true or false');
  return value;
}

/** A misspelt field, such as `readOnly`, would silently widen the rule. */
function refuseUnknown(fields: Fields, known: readonly string[], problem: Problem): void {
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw problem(
      `${JSON.stringify(unknown)} is not a field of a policy${known.length > 0 ? `: use ${known.join(', ')}` : ''}`,
    );
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
