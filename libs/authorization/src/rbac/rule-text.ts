import type { PolicyRule } from '@orch/api';

/** Maximum number of rules in one message. */
const MAX_LINES = 50;
/** Characters of a word, and about those of a list: each may be in every line. */
const MAX_WORD = 1_024;
const MAX_LIST = 8_192;

/**
 * Rules as clients show them, one line for each resource, with its verbs: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`.
 * Sorted.
 */
export function rulesText(rules: readonly PolicyRule[]): string {
  const verbsOf = new Map<string, Set<string>>();
  for (const rule of rules) {
    for (const subject of subjectsOf(rule)) {
      let verbs = verbsOf.get(subject);
      if (!verbs) verbsOf.set(subject, (verbs = new Set()));
      for (const verb of rule.verbs) {
        if (verbs.size > MAX_LIST) break; // more than a line shows
        verbs.add(verb);
      }
      if (verbsOf.size > MAX_LINES) break;
    }
    if (verbsOf.size > MAX_LINES) break;
  }
  const lines = [...verbsOf].map(([subject, verbs]) => `{${subject}, Verbs:${list([...verbs])}}`).sort();
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '...'].join('\n') : lines.join('\n');
}

/** The resources and paths of a rule, one at a time. */
function* subjectsOf({
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): Iterable<string> {
  for (const url of nonResourceURLs) yield `NonResourceURLs:${list([url])}`;
  for (const group of apiGroups) {
    for (const resource of resources) {
      const subject = `APIGroups:${list([group])}, Resources:${list([resource])}`;
      if (resourceNames.length === 0) yield subject;
      for (const name of resourceNames) yield `${subject}, ResourceNames:${list([name])}`;
    }
  }
}

/** Words in quotes, between brackets. Long words are cut, and the last ones of a long list are left out. */
export function list(words: readonly string[]): string {
  const shown: string[] = [];
  for (let at = 0, length = 0; at < words.length; at++) {
    if (length > MAX_LIST) return `[${shown.join(' ')} ...]`;
    const word = JSON.stringify(shortened(words[at]!));
    length += word.length;
    shown.push(word);
  }
  return `[${shown.join(' ')}]`;
}

const shortened = (word: string): string => (word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}...` : word);
