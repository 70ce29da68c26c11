import { vocabularies } from '@orch/vocabulary';
import { stepAt } from './activity.js';
import { referenceText } from './demo-object.js';
import { demoObjects } from './demo-objects.js';
import { EVENTS } from './events.js';

describe.each(Object.values(vocabularies))('demo in the vocabulary $name', (vocabulary) => {
  const objects = demoObjects(vocabulary, 0);
  const declared = objects.map(referenceText);

  it('each object is declared once, after its namespace and its owner', () => {
    const seen = new Set<string>();
    const systemNamespaces = Object.values(vocabulary.namespaces);
    for (const object of objects) {
      const { namespace, owner } = object;
      expect(seen).not.toContain(referenceText(object));
      if (namespace !== undefined && !systemNamespaces.includes(namespace))
        expect(seen).toContain(`namespaces//${namespace}`);
      if (owner !== undefined) expect(seen).toContain(referenceText(owner));
      seen.add(referenceText(object));
    }
  });

  it('events and changes are about declared objects, so that their number is bounded', () => {
    const steps = Array.from({ length: 200 }, (_, n) => stepAt(vocabulary, n, n * 1_000));
    const touched = steps.flatMap(({ changes }) => changes.map(({ of }) => referenceText(of)));
    const reported = [...steps.flatMap(({ events }) => events), ...Object.values(EVENTS)];
    for (const one of [...touched, ...reported.map(({ about }) => referenceText(about))])
      expect(declared).toContain(one);
    const known: readonly unknown[] = Object.values(EVENTS);
    for (const event of reported) expect(known).toContain(event);
  });

  it('nodes renew their Leases more often than they may be silent', () => {
    const renewals = Array.from({ length: 100 }, (_, n) => n).filter((n) =>
      stepAt(vocabulary, n, 0).changes.some(({ of }) => of.name === 'node-a' && of.resource.resource === 'leases'),
    );
    const gaps = renewals.slice(1).map((n, index) => n - renewals[index]!);
    // A step takes a second; the grace period of node-lifecycle is longer than 40.
    expect(Math.max(...gaps)).toBeLessThan(20);
  });

  it('a restart is one more than what is there, whatever that is', () => {
    const restart = Array.from({ length: 20 }, (_, n) => stepAt(vocabulary, n, 0))
      .flatMap(({ changes }) => changes)
      .find(({ of }) => of.name.startsWith('cart-'))!;
    const status = { containerStatuses: [{ name: 'main', restartCount: 41 }] };
    expect(restart.patch({ metadata: {}, status })).toEqual({
      status: { containerStatuses: [{ name: 'main', restartCount: 42 }] },
    });
  });
});
