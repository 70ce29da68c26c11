import { controllerEntry } from '../controller-entry.js';

export const csrApprover = controllerEntry({
  name: 'csr-approver',
  aliases: ['csrapproving'],
  defaultOn: true,
  summary: 'Approves client certificates of nodes.',
  flags: [],
  load: async () => (await import('./csr-approver.module.js')).CsrApproverModule,
});
