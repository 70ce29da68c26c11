import type { PolicyRule } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { builtinRights } from './builtin-rights.js';
import { CONTROLLER_MANAGER, controllerAccount, managerLeaseName } from './controller-accounts.js';
import { calls, resources, type Calls, type ControllerRights } from './rights.js';

/** A role of a controller, in the whole cluster or in one namespace, and the service account that has it. */
export interface ControllerRole {
  readonly name: string;
  /** Undefined for a cluster role. */
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
  readonly account: { readonly namespace: string; readonly name: string };
}

const WATCH = 'list watch';

/**
 * Roles of all controllers and of the controller manager: for what the controller watches and calls, its events, and the Leases of its
 * process. The controller manager may watch what the controllers watch, act as each of them, and ask who sends a request to its own port and
 * whether the user may. Nothing else.
 * @param isServed whether the server serves a version of a resource. Default: every resource.
 */
export function controllerRoles(
  vocabulary: Vocabulary,
  isServed: (kind: NonNullable<ControllerRights['whileServed']>) => boolean = () => true,
): readonly ControllerRole[] {
  const all = Object.fromEntries(
    Object.entries(builtinRights(vocabulary)).map(([name, rights]) => [name, whereServed(rights, isServed)]),
  );
  const own = Object.entries(all).flatMap(([name, rights]) =>
    rolesOf(name, callsOf(rights, name, vocabulary), vocabulary),
  );
  return [...own, ...rolesOf(CONTROLLER_MANAGER, managerCalls(all, vocabulary), vocabulary)];
}

const whereServed = (
  rights: ControllerRights,
  isServed: NonNullable<Parameters<typeof controllerRoles>[1]>,
): ControllerRights =>
  rights.whileServed === undefined || isServed(rights.whileServed) ? rights : { watches: [], calls: [] };

function callsOf(
  { watches, calls: own, events = false }: ControllerRights,
  name: string,
  vocabulary: Vocabulary,
): Calls[] {
  return [
    ...watches.map((watched) => calls(WATCH, watched)),
    ...own,
    ...(events ? [calls('create patch', resources('', 'events'))] : []),
    ...leaseCalls(name, vocabulary),
  ];
}

function managerCalls(all: Readonly<Record<string, ControllerRights>>, vocabulary: Vocabulary): Calls[] {
  const watched = new Map(
    Object.values(all)
      .flatMap(({ watches }) => watches)
      .map((one) => [JSON.stringify(one), one]),
  );
  const accounts = resources('', 'serviceaccounts', {
    namespace: vocabulary.namespaces.system,
    names: Object.keys(all).map(controllerAccount),
  });
  return [
    ...[...watched.values()].map((one) => calls(WATCH, one)),
    calls('impersonate', accounts),
    calls('create', resources(vocabulary.groups.authentication, 'tokenreviews')),
    calls('create', resources(vocabulary.groups.authorization, 'subjectaccessreviews')),
    ...leaseCalls(managerLeaseName(vocabulary), vocabulary),
  ];
}

/** For leader election, and for the published status. The name of a new object is not known when its create is authorized. */
function leaseCalls(name: string, { groups, namespaces }: Vocabulary): Calls[] {
  const leases = (names?: readonly string[]) =>
    resources(groups.coordination, 'leases', { namespace: namespaces.system, ...(names ? { names } : {}) });
  return [calls('create', leases()), calls('get update', leases([name, `${name}-status`]))];
}

function rolesOf(controller: string, all: readonly Calls[], { namespaces }: Vocabulary): ControllerRole[] {
  const places = [...new Set(all.map(({ namespace }) => namespace))];
  return places.map((namespace) => ({
    name: `system:orch-controller:${controller}`,
    ...(namespace === undefined ? {} : { namespace }),
    rules: all.filter((one) => one.namespace === namespace).map(ruleOf),
    account: { namespace: namespaces.system, name: controllerAccount(controller) },
  }));
}

const ruleOf = ({ verbs, group, resources: of, names }: Calls): PolicyRule => ({
  verbs: verbs.toSorted(),
  apiGroups: [group],
  resources: of.toSorted(),
  ...(names ? { resourceNames: names.toSorted() } : {}),
});
