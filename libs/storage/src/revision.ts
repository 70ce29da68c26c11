/**
 * A point in the history of a store: a positive integer that grows by one with every change of any key. Zero is before
 * the first change. Clients see it, as a decimal string, as `resourceVersion` (A-179, C-130).
 */
export type Revision = number;
