import type { Stored } from '@orch/storage';
import { vocabularies } from '@orch/vocabulary';

/** Servers on a shared store renew their Leases every 10 s (decision 041); a bit more, so that one renewal is seen. */
export const LEASE_RENEWAL_MS = 13_000;

const leases = Object.values(vocabularies).map(({ groups, namespaces, apiServerLease }) => ({
  prefix: `leases.${groups.coordination}\0${namespaces.system}\0`,
  label: apiServerLease.label,
}));

/** Whether an item is the Lease of a server: one that lives, or that did not end properly. */
export const isServerLease = ({ key, value }: Stored): boolean =>
  leases.some(({ prefix, label }) => key.startsWith(prefix) && value.includes(`"${label}"`));
