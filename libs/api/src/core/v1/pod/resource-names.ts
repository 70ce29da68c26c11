/** Resources of every node. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
const HUGE_PAGES = 'hugepages-';
/** Suffixes of fractions: nano, micro, milli. */
const FRACTIONS: ReadonlySet<string> = new Set(['n', 'u', 'm']);

export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);

/** Page size in the name: `2Mi`. */
export const hugePageSize = (name: string): string => name.slice(HUGE_PAGES.length);

/** Extended resources have a domain; they are integers without overcommit. */
export const isExtended = (name: string): boolean => name.includes('/');

/** Whether a quantity is an integer. The canonical form has fractions only by suffix, without decimal point. */
export const isWhole = (amount: string): boolean => !FRACTIONS.has(amount.charAt(amount.length - 1));

/** A name without a domain is native. */
export const isOfContainers = (name: string): boolean =>
  isExtended(name) || STANDARD.includes(name) || isHugePages(name);
