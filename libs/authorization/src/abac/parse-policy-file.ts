import type { Vocabulary } from '@orch/vocabulary';
import { AUTHENTICATED_GROUP } from '@orch/authentication';
import { validated } from '@orch/process';
import { PolicyLine, type RuleEntry, UnversionedRuleEntry } from './policy-line.js';
import { ALL, type Policy } from './policy.js';

/** An invalid policy file. The text contains the line and the remedy. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError';
}

type Problem = (what: string) => PolicyFileError;

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
  const value = parsedObject(line, problem);
  const document = { value, duplicateFields: [] };
  if (!('apiVersion' in value) && !('kind' in value)) {
    const rule = validated(UnversionedRuleEntry, document);
    if (!(rule instanceof UnversionedRuleEntry)) throw problem(rule.join('; '));
    return unversionedPolicy(rule);
  }
  const policyLine = validated(PolicyLine, document, [`${group}/v1beta1`]);
  if (!(policyLine instanceof PolicyLine)) throw problem(policyLine.join('; '));
  return policy(policyLine.spec, problem);
}

function parsedObject(line: string, problem: Problem): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    throw problem(`is not a JSON object (${(error as Error).message})`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw problem('is not a JSON object');
  return parsed;
}

function policy(
  {
    user = '',
    group = '',
    apiGroup = '',
    resource = '',
    namespace = '',
    nonResourcePath = '',
    readonly = false,
  }: RuleEntry,
  problem: Problem,
): Policy {
  const subject = subjectOf(user, group);
  if (!subject) throw problem('needs a "user" or a "group"; "*" means all authenticated users');
  return { ...subject, apiGroup, resource, namespace, nonResourcePath, readonly };
}

function unversionedPolicy({
  user = '',
  group = '',
  resource = '',
  namespace = '',
  readonly = false,
}: UnversionedRuleEntry): Policy {
  return {
    ...(subjectOf(user, group) ?? { user: undefined, group: AUTHENTICATED_GROUP }),
    apiGroup: ALL,
    resource: resource || ALL,
    namespace: namespace || ALL,
    nonResourcePath: resource === '' && namespace === '' ? ALL : '',
    readonly,
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
