import { consistsOf, DASH, DIGIT, LOWER } from './character-class.js';

/** Name format of a kind (C-013..C-015). */
export type NameRule = 'dns-subdomain' | 'dns-label' | 'dns-1035-label' | 'path-segment';

export const MAX_SUBDOMAIN_LENGTH = 253;
export const MAX_LABEL_LENGTH = 63;

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  `with an alphanumeric character (e.g. 'example.com', regex used for validation is '${LABEL}(\\.${LABEL})*')`;
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
    case 'dns-label':
      return [...tooLong(name, MAX_LABEL_LENGTH), ...(isLabel(name) ? [] : [LABEL_RULE])];
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

const isSubdomain = (name: string): boolean => name.split('.').every((label) => isLabel(label));

/** Errors of a name as one segment of a URL path, with any other characters (C-015). */
function pathSegmentFaults(name: string): string[] {
  if (name === '.') return ["may not be '.'"];
  if (name === '..') return ["may not be '..'"];
  return ['/', '%'].filter((char) => name.includes(char)).map((char) => `may not contain '${char}'`);
}
