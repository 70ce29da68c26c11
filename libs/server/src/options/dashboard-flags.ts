import { flagGroup } from '@orch/process';

/** The dashboard of the server. */
export const dashboardFlags = flagGroup('Dashboard', [
  {
    name: 'dashboard',
    type: 'bool',
    default: true,
    help: 'Serve the dashboard below /dashboard/. The page is public; what it shows needs a login.',
  },
]);
