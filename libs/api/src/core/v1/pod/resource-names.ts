/** Resources every node counts. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
const HUGE_PAGES = 'hugepages-';
/** Suffixes below one: nano, micro, milli. */
const FRACTIONS: ReadonlySet<string> = new Set(['n', 'u', 'm']);

export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES);

/** Size of the pages, as it stands in the name: `2Mi`. */
export const hugePageSize = (name: string): string => name.slice(HUGE_PAGES.length);

/** Resources of a vendor have a domain; they are counted in wholes and cannot be promised twice. */
export const isExtended = (name: string): boolean => name.includes('/');

/** Whether a quantity has no part of a unit. The canonical form shows parts by its suffix, and has no point. */
export const isWhole = (amount: string): boolean => !FRACTIONS.has(amount.charAt(amount.length - 1));

/** A name without a domain is one that every node knows. */
export const isOfContainers = (name: string): boolean =>
  isExtended(name) || STANDARD.includes(name) || isHugePages(name);
