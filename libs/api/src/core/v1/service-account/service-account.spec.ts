import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

it('stores the names of the secrets of a service account, and nothing else of the references', () => {
  const harness = new KindTestHarness('ServiceAccount');
  const sent = { secrets: [{ kind: 'Secret', name: 'a', namespace: 'other', uid: 'u', apiVersion: 'v1' }, {}] };
  for (const account of [harness.made(sent), harness.changed({}, sent)])
    expect(account).toHaveProperty('secrets', [{ name: 'a' }, {}]);
  expect(harness.made({})).not.toHaveProperty('secrets');
});
