import { atOnce } from '@orch/apimachinery';
import type { PolicyRule } from '@orch/api';
import { withoutStars } from './compiled-rule.js';
import { STEP_WORDS, wordsOf } from '../rule-words.js';

const ALL = '*';
/** Placeholder for the names of a rule without names: only a rule without names covers it. */
const ANY_NAME = Symbol('any name');
/**
 * Maximum number of lookups in one comparison, about a tenth of a second: users who may write roles must not block the server with
 * expensive rules. Beyond it the rest counts as missing; realistic rules stay far below.
 */
const MAX_LOOKUPS = 4_000_000;
/** Lookups per step, about a millisecond. */
const STEP_LOOKUPS = 20_000;
/** Characters compared in the time of a lookup. */
const LOOKUP_CHARACTERS = 16;
/** Fixed cost of a part, without its words. Unit: lookups. */
const PART_LOOKUPS = 16;

type Word = string | typeof ANY_NAME;
/** A rule as one list of words per dimension: names, resources and groups, or paths; verbs last, so that they stay together. */
type Part = readonly (readonly Word[])[];
/** Remaining work. */
interface Budget {
  lookups: number;
  /** Yields when fewer lookups are left. */
  nextStep: number;
}
interface Holder {
  /** Whether a held rule covers a word, by dimension. */
  readonly has: readonly ((word: Word) => boolean)[];
  /** Cost of a word. Unit: lookups. */
  readonly wordLookups: number;
}

/**
 * The part of `wanted` that `held` does not cover, as rules. Only a star covers a star: a list of all current verbs does not cover future
 * ones. Rules are never expanded, so the cost is proportional to their text. Source: D-088, D-089.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return atOnce(missingRulesInSteps(held, wanted));
}

/** The same, in steps of about a millisecond. */
export function* missingRulesInSteps(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): Generator<undefined, PolicyRule[]> {
  const byResources: Holder[] = [];
  const byPaths: Holder[] = [];
  let words = 0;
  for (const rule of held) {
    if (rule.resources?.length) byResources.push(resourceHolder(rule));
    if (rule.nonResourceURLs?.length) byPaths.push(pathHolder(rule));
    if ((words += 1 + wordsOf(rule)) < STEP_WORDS) continue;
    yield;
    words = 0;
  }
  const budget: Budget = { lookups: MAX_LOOKUPS, nextStep: MAX_LOOKUPS - STEP_LOOKUPS };
  const missing: PolicyRule[] = [];
  for (const rule of wanted) {
    for (const piece of piecesOf(resourcePart(rule)))
      for (const part of yield* without(piece, byResources, budget)) missing.push(resourceRule(part));
    for (const piece of piecesOf(pathPart(rule)))
      for (const part of yield* without(piece, byPaths, budget)) missing.push(pathRule(part));
  }
  return missing;
}

function* without(wanted: Part, holders: readonly Holder[], budget: Budget): Generator<undefined, readonly Part[]> {
  let left: readonly Part[] = wanted.every((words) => words.length > 0) ? [wanted] : [];
  for (const holder of holders) {
    if (left.length === 0) break;
    const rest: Part[] = [];
    for (const part of left) {
      budget.lookups -= costOf(part) * holder.wordLookups;
      if (budget.lookups < 0) return left;
      if (budget.lookups < budget.nextStep) {
        budget.nextStep = budget.lookups - STEP_LOOKUPS;
        yield;
      }
      rest.push(...subtract(part, holder));
    }
    left = rest;
  }
  return left;
}

function costOf(part: Part): number {
  let lookups = PART_LOOKUPS;
  for (const words of part) lookups += words.length;
  return lookups;
}

/** Very many names or paths in several parts of `STEP_WORDS`, each of which is compared in one step. */
function* piecesOf(part: Part): Iterable<Part> {
  const [first = [], ...others] = part;
  for (let at = 0; at === 0 || at < first.length; at += STEP_WORDS) yield [first.slice(at, at + STEP_WORDS), ...others];
}

/** Removes what is held, one dimension after the other. */
function subtract(part: Part, { has }: Holder): readonly Part[] {
  const held = part.map((words, at) => words.filter(has[at]!));
  if (held.some((words) => words.length === 0)) return [part];
  const rest: Part[] = [];
  for (let at = 0; at < part.length; at++) {
    const others = part[at]!.filter((word) => !has[at]!(word));
    if (others.length > 0) rest.push([...held.slice(0, at), others, ...part.slice(at + 1)]);
  }
  return rest;
}

const resourcePart = ({ verbs = [], apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): Part => [
  resourceNames.length === 0 ? [ANY_NAME] : unique(resourceNames),
  unique(resources),
  unique(apiGroups),
  unique(verbs),
];

const pathPart = ({ verbs = [], nonResourceURLs = [] }: PolicyRule): Part => [unique(nonResourceURLs), unique(verbs)];

const resourceRule = ([names, resources, apiGroups, verbs]: Part): PolicyRule => ({
  verbs: texts(verbs),
  apiGroups: texts(apiGroups),
  resources: texts(resources),
  ...(names?.[0] === ANY_NAME ? {} : { resourceNames: texts(names) }),
});

const pathRule = ([urls, verbs]: Part): PolicyRule => ({ verbs: texts(verbs), nonResourceURLs: texts(urls) });

function resourceHolder({ verbs = [], apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): Holder {
  const all = resources.includes(ALL);
  const named = new Set<Word>(resources);
  const names = new Set<Word>(resourceNames);
  return {
    has: [
      (word) => names.size === 0 || names.has(word),
      (word) => all || named.has(word) || holdsOfAnyResource(named, word),
      hasWord(apiGroups),
      hasWord(verbs),
    ],
    wordLookups: 1,
  };
}

/** Looks up prefixes by length, without comparing a word with each of them. */
function pathHolder({ verbs = [], nonResourceURLs = [] }: PolicyRule): Holder {
  const exact = new Set<Word>(nonResourceURLs);
  const prefixes = new Set<Word>(nonResourceURLs.filter((url) => url.endsWith(ALL)).map(withoutStars));
  const lengths = [...new Set(Array.from(prefixes, (prefix) => (prefix as string).length))];
  const isBelow = (path: string): boolean =>
    lengths.some((length) => length <= path.length && prefixes.has(path.slice(0, length)));
  return {
    has: [(word) => exact.has(word) || isBelow(word as string), hasWord(verbs)],
    wordLookups: 1 + Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / LOOKUP_CHARACTERS),
  };
}

function hasWord(words: readonly string[]): (word: Word) => boolean {
  const all = words.includes(ALL);
  const held = new Set<Word>(words);
  return (word) => all || held.has(word);
}

/** The scale of all resources covers `pods/scale`. Only `*` covers a resource: an empty name in a rule covers nothing. */
function holdsOfAnyResource(named: ReadonlySet<Word>, resource: Word): boolean {
  const slash = (resource as string).indexOf('/');
  return slash >= 0 && named.has(ALL + (resource as string).slice(slash));
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/** Words without the placeholder, which only occurs alone in names. */
const texts = (words: readonly Word[] = []): string[] => words as string[];
