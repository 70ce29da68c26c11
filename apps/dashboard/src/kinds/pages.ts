/** Views without a kind: the first part of the address, the title, words by which the palette finds them. */
export const PAGES = [
  ['overview', 'Overview', 'home health'],
  ['search', 'Search', 'find objects names labels'],
  ['topology', 'Topology', 'workloads graph map pods services'],
  ['stuck', 'Stuck objects', 'finalizers terminating'],
  ['changes', 'Recent changes', 'changed new history'],
  ['controllers', 'Controllers', 'failing operators leases warnings'],
  ['access', 'Who may', 'can rights rbac permissions'],
] as const;
