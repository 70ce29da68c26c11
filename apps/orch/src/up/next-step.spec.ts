import { vocabularies } from '@orch/vocabulary';
import { dashboardLink, nextStep } from './next-step.js';

it('the next step names the variable of the vocabulary and quotes the path', () => {
  expect(nextStep(vocabularies.orch, '/d/.orch', 'orchctl')).toBe(
    'Next, in another terminal: export ORCHCONFIG=/d/.orch/admin.conf && orchctl get namespaces',
  );
  expect(nextStep(vocabularies.kubernetes, "/my o'rch", 'kubectl')).toBe(
    `Next, in another terminal: export KUBECONFIG='/my o'\\''rch/admin.conf' && kubectl get namespaces`,
  );
});

it('the link of the dashboard has its code where no browser sends it', () => {
  expect(new URL(dashboardLink('https://127.0.0.1:6443', 'CODE').split(': ').at(-1)!)).toMatchObject({
    host: '127.0.0.1:6443',
    pathname: '/dashboard/',
    search: '',
    hash: '#link=CODE',
  });
});
