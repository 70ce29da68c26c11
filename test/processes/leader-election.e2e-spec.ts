import type { Lease, ServiceAccount } from '@orch/api';
import { builtinResources } from '@orch/client';
import { runOrch, startControlPlane, untilObject, type OrchProcess, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { filter, firstValueFrom, take, toArray } from 'rxjs';

/** Default of `--leader-elect-retry-period`. One millisecond less: the clock of the process counts in fractions. */
const RETRY_PERIOD_MS = 2_000 - 1;

const account = { namespace: 'default', name: 'default' };

/** Two copies of a controller on one server. */
class Copies {
  plane!: TestControlPlane;
  readonly all: OrchProcess[] = [];

  constructor(readonly vocabulary: (typeof VOCABULARY_NAMES)[number]) {}

  async start(): Promise<void> {
    this.plane = await startControlPlane({ command: 'apiserver', vocabulary: this.vocabulary });
    const flags = [`--data-dir=${this.plane.dataDir}`, `--vocabulary=${this.vocabulary}`, '--leader-elect'];
    for (let n = 0; n < 2; n++) this.all.push(runOrch(['service-account', ...flags]));
  }

  get leases() {
    return this.plane.client.resource<Lease>(builtinResources.leases);
  }

  get accounts() {
    return this.plane.client.resource<ServiceAccount>(builtinResources.serviceAccounts);
  }

  get leaseKey() {
    return { namespace: this.plane.vocabulary.namespaces.system, name: 'service-account' };
  }

  /** Kills the one that holds the lease, once it has done its work. Returns the lease it left, and that of the other later. */
  async takeOver(): Promise<{ first: Lease; held: Lease; second: Lease }> {
    const first = await untilObject(this.leases, this.leaseKey, 'a leader', (o) => Boolean(o?.spec?.holderIdentity));
    await untilObject(this.accounts, account, 'the work of the leader', (o) => o !== undefined);
    const holder = first!.spec!.holderIdentity!;
    const leader = await Promise.any(this.all.map((copy) => copy.logged(holder).then(() => copy)));
    await leader.stop('SIGKILL');
    const held = await this.leases.get(this.leaseKey);
    const second = await untilObject(
      this.leases,
      this.leaseKey,
      'another leader',
      (o) => Boolean(o?.spec?.holderIdentity) && o!.spec!.holderIdentity !== holder,
      60_000,
    );
    return { first: first!, held, second: second! };
  }

  async stop(): Promise<void> {
    for (const copy of this.all) if (copy.child.exitCode === null && copy.child.signalCode === null) await copy.stop();
    await this.plane?.stop();
  }
}

// A lease takes its seconds to run out: those of all vocabularies at once.
const copiesOf = new Map(VOCABULARY_NAMES.map((vocabulary) => [vocabulary, new Copies(vocabulary)]));
const takeOvers = new Map<string, ReturnType<Copies['takeOver']>>();
beforeAll(async () => {
  await Promise.all([...copiesOf.values()].map((copies) => copies.start()));
  for (const [vocabulary, copies] of copiesOf) {
    const takingOver = copies.takeOver();
    takingOver.catch(() => undefined); // its test reports the error
    takeOvers.set(vocabulary, takingOver);
  }
});
afterAll(() => Promise.all([...copiesOf.values()].map((copies) => copies.stop())));

/** Servers on Redis have leases, too, and controllers publish their state in others. */
const isControllers = (lease: string): boolean => !lease.startsWith('apiserver-') && !lease.endsWith('-status');

describe.each(VOCABULARY_NAMES)(
  'two copies of a controller with leader election in the %s vocabulary',
  (vocabulary) => {
    it('one acts; when it is killed the other takes over, and only after the lease has run out', async () => {
      const { first, held, second } = await takeOvers.get(vocabulary)!;
      const lastRenewal = Date.parse(held.spec!.renewTime!);
      expect(Date.parse(second.spec!.acquireTime!) - lastRenewal).toBeGreaterThanOrEqual(
        held.spec!.leaseDurationSeconds! * 1_000,
      );
      expect(second.spec!.leaseTransitions).toBe((first.spec!.leaseTransitions ?? 0) + 1);

      const { accounts } = copiesOf.get(vocabulary)!;
      await accounts.delete(account);
      await untilObject(accounts, account, 'the work of the second', (o) => o !== undefined);
    }, 120_000);

    it('a controller manager has one lease for all its controllers and renews it no more often than documented', async () => {
      const { plane, all, leases } = copiesOf.get(vocabulary)!;
      const flags = [`--data-dir=${plane.dataDir}`, `--vocabulary=${vocabulary}`, '--leader-elect'];
      const manager = runOrch(['controller-manager', ...flags]);
      all.push(manager);
      const { namespaces, systemNames } = plane.vocabulary;
      const name = systemNames.controllerManager.replace('system:', '');
      const key = { namespace: namespaces.system, name };
      const held = await untilObject(leases, key, 'a leader', (o) => Boolean(o?.spec?.holderIdentity));
      await manager.logged(held!.spec!.holderIdentity!);
      const { items } = await leases.namespace(namespaces.system).list();
      expect(items.map(({ metadata }) => metadata.name!).filter(isControllers)).toEqual([name, 'service-account']);

      // All writes of leases but those of the copies above, until the manager has renewed its own three times.
      const { resourceVersion } = held!.metadata;
      const writes = leases
        .namespace(namespaces.system)
        .watch({ resourceVersion: resourceVersion! })
        .pipe(
          filter(({ object }) => isControllers(object.metadata.name!) && object.metadata.name !== 'service-account'),
          take(3),
          toArray(),
        );
      const renewed = [held!, ...(await firstValueFrom(writes)).map(({ object }) => object)];
      expect(renewed.map(({ metadata, spec }) => [metadata.name, spec!.holderIdentity])).toEqual(
        renewed.map(() => [name, held!.spec!.holderIdentity]),
      );
      const times = renewed.map(({ spec }) => Date.parse(spec!.renewTime!));
      const pausesMs = times.slice(1).map((time, n) => time - times[n]!);
      expect(pausesMs.filter((pauseMs) => pauseMs < RETRY_PERIOD_MS)).toEqual([]);
    });
  },
);
