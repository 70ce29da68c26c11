import { consistsOf, DASH, DIGIT, LOWER, UNDERSCORE } from './character-class.js';

/** Name format of a kind (C-013..C-015). */
export type NameRule = 'dns-subdomain' | 'dns-subdomain-underscore' | 'dns-label' | 'dns-1035-label' | 'path-segment';

export const MAX_SUBDOMAIN_LENGTH = 253;
export const MAX_LABEL_LENGTH = 63;

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  `with an alphanumeric character (e.g. 'example.com', regex used for validation is '${LABEL}(\\.${LABEL})*')`;
/** The pattern is that without underscores, as kube-apiserver shows it. */
const UNDERSCORE_RULE = SUBDOMAIN_RULE.replace("'-' or '.'", "'_', '-' or '.'");
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  `alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`;
const LABEL_1035_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end " +
  "with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** Errors of a name, with the messages of kube-apiserver; empty when valid. */
export function validateName(rule: NameRule, name: string): string[] {
  switch (rule) {
    case 'dns-subdomain':
      return [...tooLong(name, MAX_SUBDOMAIN_LENGTH), ...(isSubdomain(name) ? [] : [SUBDOMAIN_RULE])];
    case 'dns-subdomain-underscore':
      return [...tooLong(name, MAX_SUBDOMAIN_LENGTH), ...(isUnderscoreSubdomain(name) ? [] : [UNDERSCORE_RULE])];
    case 'dns-label':
      return [...tooLong(name, MAX_LABEL_LENGTH), ...labelFaults(name)];
    case 'dns-1035-label':
      return [...tooLong(name, MAX_LABEL_LENGTH), ...(isLabel(name, LOWER) ? [] : [LABEL_1035_RULE])];
    case 'path-segment':
      return pathSegmentFaults(name);
  }
}

export const tooLong = (text: string, limit: number): string[] =>
  text.length > limit ? [`must be no more than ${limit} characters`] : [];

const isLabel = (name: string, first = LOWER | DIGIT): boolean =>
  consistsOf(name, first, LOWER | DIGIT | DASH, LOWER | DIGIT);

/** A name that is a subdomain has the faults of one: its dots. */
const labelFaults = (name: string): string[] =>
  isLabel(name) ? [] : [isSubdomain(name) ? 'must not contain dots' : LABEL_RULE];

/** HOT PATH (bench: create): most names have no dot, and splitting takes longer than the check. */
const isSubdomain = (name: string): boolean =>
  name.includes('.') ? name.split('.').every((label) => isLabel(label)) : isLabel(name);

/** As a subdomain, of labels that may begin with an underscore and have more of them inside: names of services in DNS. */
const isUnderscoreSubdomain = (name: string): boolean =>
  name.split('.').every((label) => {
    const rest = label.startsWith('_') ? label.slice(1) : label;
    return consistsOf(rest, LOWER | DIGIT, LOWER | DIGIT | DASH | UNDERSCORE, LOWER | DIGIT);
  });

/** Errors of a name as one segment of a URL path, with any other characters (C-015). */
function pathSegmentFaults(name: string): string[] {
  if (name === '.') return ["may not be '.'"];
  if (name === '..') return ["may not be '..'"];
  return ['/', '%'].filter((char) => name.includes(char)).map((char) => `may not contain '${char}'`);
}
