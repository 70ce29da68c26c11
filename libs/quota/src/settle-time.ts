/**
 * Time after which a write that admission charged is stored, or has failed (decision 023). A recount waits as long before it releases a charge; a charge that is older is not
 * refunded, since a recount may have released it. Unit: milliseconds.
 */
export const SETTLE_MS = 100;
