import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllerFleetGroups, controllerManagerGroups } from '@orch/controllers';
import { readFlags, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';
import { fleetGroups } from '../src/up/fleet-flags.js';

const root = join(__dirname, '../../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const read = (groups: readonly FlagGroup[], ...argv: string[]) =>
  readFlags({ command: 'orch', summary: '', groups, argv, env: {} }).values;

describe('examples that users copy are taken by the real flags', () => {
  const cases: [string, readonly FlagGroup[]][] = [
    ['config/apiserver.yaml', apiServerFlags],
    ['config/controller-manager.yaml', controllerManagerGroups],
  ];
  for (const [file, groups] of cases) {
    it(file, () => {
      const values: Readonly<Record<string, unknown>> = read(groups, `--config=${join(root, file)}`);
      const defaults: Readonly<Record<string, unknown>> = read(groups);
      const marked = new Set([...text(file).matchAll(/^([a-z-]+):.*# example/gm)].map(([, name]) => name));
      const changed = Object.keys(values).filter(
        (name) => name !== 'config' && JSON.stringify(values[name]) !== JSON.stringify(defaults[name]),
      );
      // What is not marked must be the default, or the comment at the head lies.
      expect(changed.filter((name) => !marked.has(name) && name !== 'orchconfig')).toEqual([]);
      expect(marked.size).toBeGreaterThan(0);
    });
  }
});

it('orch up takes every flag of the server and of the controllers, and three of its own, but for what it decides itself', () => {
  const names = (groups: readonly FlagGroup[]) => groups.flatMap((group) => group.flags.map((flag) => flag.name));
  expect(new Set(names(fleetGroups))).toEqual(
    new Set([
      'controllers-as-processes',
      'dashboard-link',
      'demo',
      ...names(apiServerFlags),
      ...names(controllerFleetGroups),
    ]),
  );
  const own = names(controllerManagerGroups).filter((name) => !names(controllerFleetGroups).includes(name));
  expect(own).toEqual([
    ...['metrics-bind-address', 'metrics-cert-file', 'work-queue-board', 'work-queue-board-retry', 'metrics-key-file'],
    ...['use-service-account-credentials', 'leader-elect-resource-name'],
  ]);
});

it('a flag that both know means the same to both', () => {
  const byName = (groups: readonly FlagGroup[]) =>
    new Map(groups.flatMap((group) => group.flags.map((flag) => [flag.name, flag] as const)));
  const ofServer = byName(apiServerFlags);
  for (const [name, flag] of byName(controllerManagerGroups)) {
    if (ofServer.has(name)) expect(ofServer.get(name)).toEqual(flag);
  }
});
