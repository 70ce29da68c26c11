import type { PolicyRule } from './policy-rule.js';
import { ruleOf, singleRights, type SingleRight } from './single-rights.js';

const ALL = '*';

/** Permissions of `wanted` that `held` does not grant, one rule per resource; empty when all are granted. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  const given = singleRights(held);
  return singleRights(wanted).flatMap((right) => {
    const covering = given.filter((candidate) => covers(candidate, right));
    const verbs = right.verbs.filter((verb) => !covering.some((one) => has(one.verbs, verb)));
    return verbs.length === 0 ? [] : [ruleOf({ ...right, verbs })];
  });
}

function covers(held: SingleRight, wanted: SingleRight): boolean {
  if (wanted.path !== '') return held.path !== '' && coversPath(held.path, wanted.path);
  if (held.path !== '') return false;
  return (
    (held.group === ALL || held.group === wanted.group) &&
    coversResource(held.resource, wanted.resource) &&
    (held.name === '' || held.name === wanted.name)
  );
}

/** `*` is every resource; `*` before a slash is that sub-resource of every resource. */
function coversResource(held: string, wanted: string): boolean {
  if (held === ALL || held === wanted) return true;
  return held.startsWith(`${ALL}/`) && wanted.includes('/') && wanted.endsWith(held.slice(ALL.length));
}

function coversPath(held: string, wanted: string): boolean {
  return held === wanted || (held.endsWith(ALL) && wanted.startsWith(held.slice(0, -ALL.length)));
}

const has = (verbs: readonly string[], verb: string): boolean => verbs.includes(ALL) || verbs.includes(verb);
