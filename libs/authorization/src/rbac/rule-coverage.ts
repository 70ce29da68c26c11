import type { PolicyRule } from '@orch/api';
import { withoutStars } from './compiled-rule.js';

const ALL = '*';
/** Stands where a rule without names has its names: only a rule without names gives it. */
const ANY_NAME = Symbol('any name');
/**
 * Words that are looked up in one comparison, which takes a tenth of a second: whoever may write roles must not keep the server
 * busy with rules made for it. Past this what is left counts as missing; no rules that people write come near.
 */
const MAX_LOOKUPS = 4_000_000;
/** Words after which others may have their turn, within a millisecond. */
const STEP_LOOKUPS = 20_000;
/** Held rules that are made ready in one step, within a millisecond. */
const STEP_RULES = 500;
/** Names or paths of one part. */
const STEP_WORDS = 5_000;
/** Characters that are compared in the time of a lookup. */
const LOOKUP_CHARACTERS = 16;
/** What a part costs beside its words. Unit: lookups. */
const PART_LOOKUPS = 16;

type Word = string | typeof ANY_NAME;
/** What a rule allows, as one list of words a dimension: names, resources and groups, or paths; then verbs, so that they stay together. */
type Part = readonly (readonly Word[])[];
/** What may still be spent. */
interface Budget {
  lookups: number;
  /** When so many are left, others have their turn. */
  nextStep: number;
}
interface Holder {
  /** Whether a held rule has a word, dimension by dimension. */
  readonly has: readonly ((word: Word) => boolean)[];
  /** What a word costs. Unit: lookups. */
  readonly wordLookups: number;
}

/**
 * What of `wanted` is not in `held`, as rules; empty when all is. A star is only in a star: whoever has every verb there is does
 * not have the next one. Rules are never multiplied out, so the cost stays that of their text. Source: D-088, D-089.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const work = missingRulesInSteps(held, wanted);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same, in steps of about a millisecond. */
export function* missingRulesInSteps(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): Generator<undefined, PolicyRule[]> {
  const byResources: Holder[] = [];
  const byPaths: Holder[] = [];
  for (const [at, rule] of held.entries()) {
    if (rule.resources?.length) byResources.push(resourceHolder(rule));
    if (rule.nonResourceURLs?.length) byPaths.push(pathHolder(rule));
    if ((at + 1) % STEP_RULES === 0) yield;
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

/** Very many names or paths in several parts, each of which is compared in one step. */
function* piecesOf(part: Part): Iterable<Part> {
  const [first = [], ...others] = part;
  for (let at = 0; at === 0 || at < first.length; at += STEP_WORDS) yield [first.slice(at, at + STEP_WORDS), ...others];
}

/** Cuts off what is held, one dimension after the other. */
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

/** Prefixes are found by their length: a word is not compared with each of them. */
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

/** `pods/scale` is part of the scale of everything. A resource is part of `*` alone: an empty name in a rule covers nothing. */
function holdsOfAnyResource(named: ReadonlySet<Word>, resource: Word): boolean {
  const slash = (resource as string).indexOf('/');
  return slash >= 0 && named.has(ALL + (resource as string).slice(slash));
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/** Only the names may hold something else, and then nothing but that. */
const texts = (words: readonly Word[] = []): string[] => words as string[];
