import { isQualifiedName } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** Resources of every node. */
const OF_NODES = ['cpu', 'memory', 'ephemeral-storage'];
/** What the API counts without a domain, in quotas and elsewhere. */
const STANDARD: ReadonlySet<string> = new Set([
  ...['', 'requests.', 'limits.'].flatMap((prefix) => OF_NODES.map((name) => `${prefix}${name}`)),
  'storage',
  'requests.storage',
  'pods',
  'resourcequotas',
  'services',
  'services.nodeports',
  'services.loadbalancers',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
]);
const HUGE_PAGES = 'hugepages-';
/** Suffixes of fractions: nano, micro, milli. */
const FRACTIONS: ReadonlySet<string> = new Set(['n', 'u', 'm']);

export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);

/** Page size in the name: `2Mi`. */
export const hugePageSize = (name: string): string => name.slice(HUGE_PAGES.length);

/** Without a domain, or of the product's own. */
export const isNative = (name: string, { reservedGroupSuffixes }: Vocabulary): boolean =>
  !name.includes('/') || name.includes(`${reservedGroupSuffixes[0]}/`);

/** Resources of another domain: integers without overcommit. Quotas limit them as `requests.` and their name. */
export const isExtended = (name: string, vocabulary: Vocabulary): boolean =>
  !isNative(name, vocabulary) && !name.startsWith('requests.') && isQualifiedName(`requests.${name}`);

/** What is only counted without a domain. */
const COUNTED: ReadonlySet<string> = new Set(
  [...STANDARD].filter((name) => !name.includes('cpu') && !name.includes('memory') && !name.includes('storage')),
);

/** Resources measured in integers. */
export const isIndivisible = (name: string, vocabulary: Vocabulary): boolean =>
  COUNTED.has(name) || isExtended(name, vocabulary);

/** Limit and request of these are equal. */
export const isWithoutOvercommit = (name: string, vocabulary: Vocabulary): boolean =>
  isHugePages(name) || !isNative(name, vocabulary);

/** Whether a quantity is an integer. The canonical form has fractions only by suffix or exponent, without decimal point. */
export const isWhole = (amount: string): boolean =>
  !FRACTIONS.has(amount.charAt(amount.length - 1)) && !amount.includes('e-');

/** A name without a domain that the API knows. */
export const isStandard = (name: string): boolean =>
  STANDARD.has(name) || isHugePages(name) || name.startsWith(`requests.${HUGE_PAGES}`);

/** A name without a domain that containers may ask for. */
export const isOfContainers = (name: string): boolean => OF_NODES.includes(name) || isHugePages(name);
