import type { Command } from 'commander';
import { collect, collectWhole } from '../command-line/global-options.js';
import {
  bindingManifest,
  roleManifest,
  serviceAccountManifest,
  type BindingFlags,
  type RuleFlags,
} from '../manifests/rights-objects.js';
import type { RunCreate } from './create-objects.js';

/** Subcommands that create RBAC objects. */
export function addCreateRights(create: Command, runs: RunCreate): void {
  const role = ruleOptions(create.command('role').description('create a Role'));
  runs(role, async ([name = ''], flags: RuleFlags, { vocabulary, catalog }) => [
    roleManifest(vocabulary, 'Role', name, flags, await catalog.all()),
  ]);
  const clusterRole = ruleOptions(create.command('clusterrole').description('create a ClusterRole'))
    .option('--non-resource-url <path>', 'a path, or a prefix and *; repeatable', collect)
    .option('--aggregation-rule <labels>', 'KEY=VALUE,...: aggregate the rules of all cluster roles with these labels');
  runs(clusterRole, async ([name = ''], flags: RuleFlags, { vocabulary, catalog }) => [
    roleManifest(vocabulary, 'ClusterRole', name, flags, await catalog.all()),
  ]);
  const roleBinding = subjectOptions(create.command('rolebinding').description('create a RoleBinding'))
    .option('--role <name>', 'role of the namespace')
    .option('--clusterrole <name>', 'cluster role, granted in the namespace');
  runs(roleBinding, ([name = ''], flags: BindingFlags, { vocabulary }) => [
    bindingManifest(vocabulary, 'RoleBinding', name, flags),
  ]);
  const clusterRoleBinding = subjectOptions(create.command('clusterrolebinding').description('create a ClusterRoleBinding'))
    .option('--clusterrole <name>', 'cluster role'); // prettier-ignore
  runs(clusterRoleBinding, ([name = ''], flags: BindingFlags, { vocabulary }) => [
    bindingManifest(vocabulary, 'ClusterRoleBinding', name, flags),
  ]);
  const account = create
    .command('serviceaccount')
    .alias('sa')
    .argument('<name>')
    .description('create a ServiceAccount');
  runs(account, ([name = '']) => [serviceAccountManifest(name)]);
}

const ruleOptions = (command: Command): Command =>
  command
    .argument('<name>')
    .option('--verb <verbs>', 'get, list, watch, ...; a list or repeatable', collect)
    .option('--resource <resources>', 'RESOURCE[.GROUP][/SUBRESOURCE]; a list or repeatable', collect)
    .option('--resource-name <name>', 'only the object of this name; repeatable', collectWhole);

const subjectOptions = (command: Command): Command =>
  command
    .argument('<name>')
    .option('--user <name>', 'user to bind to the role; repeatable', collectWhole)
    .option('--group <name>', 'group to bind to the role; repeatable', collectWhole)
    .option(
      '--serviceaccount <account>',
      'NAMESPACE:NAME of a service account to bind to the role; repeatable',
      collectWhole,
    );
