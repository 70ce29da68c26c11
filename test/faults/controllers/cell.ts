import type { Dice } from '../consistency/dice.js';
import {
  approved,
  dependentOf,
  gatheredOf,
  objectsOf,
  PAIR,
  partOf,
  reported,
  tokenSecret,
  volumeOf,
} from './cell-objects.js';
import type { PatientWriter } from './patient-writer.js';
import type { Followed } from './thing.js';

const POLICIES = ['Foreground', 'Background'] as const;

/** A namespace and what clients want in and around it: about 15 objects, for which controllers write as many. */
export class Cell {
  /** Whether the dependents of its first owner are to go with it. */
  hasCollected = false;
  hasOrphaned = false;
  /** Addresses that its pods report, and whether they are ready. */
  readonly pods: { readonly ip: string; readonly isReady: boolean }[] = [];
  verbs: readonly string[] = ['get'];

  /** @param name of its namespace; no two cells have the same. @param number of the run, for addresses. */
  constructor(
    readonly name: string,
    private readonly number: number,
    private readonly writer: PatientWriter,
    private readonly dice: Dice,
  ) {}

  async create(request: string): Promise<void> {
    const { name, writer } = this;
    await writer.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const made = await Promise.all(
      objectsOf(name, request).map(([resource, object]) => writer.create(resource, object)),
    );
    const owners = made.filter((object) => object.kind === 'ConfigMap');
    for (const owner of owners) {
      for (const n of PAIR) await writer.create('configMaps', dependentOf(owner, `${owner.metadata.name}-${n}`));
    }
    await writer.create('secrets', tokenSecret(name));
    for (const n of PAIR) await this.report(n);
    await writer.change('requests', { namespace: '', name }, approved, 'approval');
  }

  /** Something that a client or a node does while the cell is there. */
  async touch(): Promise<void> {
    const turn = this.dice.next();
    if (turn < 0.5) return this.report(this.dice.pick(PAIR));
    if (turn < 0.7) return this.changeRole();
    if (turn < 0.85) return this.collect();
    return this.orphan();
  }

  /** Deletes all of it, at once: what protects what is decided by controllers. Pods end last, as when their node takes its time. */
  async remove(): Promise<void> {
    const { name, writer } = this;
    const endPods = PAIR.map((n) => () => this.delete('pods', `web-${n}`));
    const isEarly = this.dice.chance(0.5);
    const steps: (() => Promise<void>)[] = [
      ...PAIR.map((n) => () => this.delete('claims', `data-${n}`)),
      ...PAIR.map((n) => () => writer.delete('volumes', { namespace: '', name: volumeOf(name, n) })),
      ...(isEarly ? endPods : []),
      ...(this.dice.chance(0.5) ? [() => this.collect()] : []),
      () => writer.delete('roles', { namespace: '', name: partOf(name) }),
      () => writer.delete('roles', { namespace: '', name: gatheredOf(name) }),
      () => writer.delete('requests', { namespace: '', name }),
    ];
    while (steps.length > 0) await steps.splice(this.dice.between(0, steps.length), 1)[0]!();
    await writer.delete('namespaces', { namespace: '', name });
    if (!isEarly) for (const end of endPods) await end();
  }

  private delete(resource: Followed, name: string): Promise<void> {
    return this.writer.delete(resource, { namespace: this.name, name });
  }

  private async report(n: number): Promise<void> {
    const state = {
      ip: `10.${this.number >> 7}.${(this.number & 127) * 2 + n}.${this.dice.between(1, 250)}`,
      isReady: this.dice.chance(0.7),
    };
    const change = (pod: Parameters<typeof reported>[0]) => reported(pod, state.ip, state.isReady);
    const key = { namespace: this.name, name: `web-${n}` };
    if (await this.writer.change('pods', key, change, 'status')) this.pods[n] = state;
  }

  private async changeRole(): Promise<void> {
    const verbs = ['get', ...['list', 'watch', 'create'].filter(() => this.dice.chance(0.5))];
    await this.writer.change('roles', { namespace: '', name: partOf(this.name) }, (role) => ({
      ...role,
      rules: (role.rules ?? []).map((rule) => ({ ...rule, verbs })),
    }));
    this.verbs = verbs;
  }

  /** Once: another policy would replace the first. */
  private async collect(): Promise<void> {
    if (this.hasCollected) return;
    await this.writer.delete('configMaps', { namespace: this.name, name: 'owner' }, this.dice.pick(POLICIES));
    this.hasCollected = true;
  }

  private async orphan(): Promise<void> {
    await this.writer.delete('configMaps', { namespace: this.name, name: 'orphaning' }, 'Orphan');
    this.hasOrphaned = true;
  }
}
