import type { ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf } from '@orch/http';
import type { Admission, AdmissionAttributes, ReadObject, UnreadAttributes } from '@orch/registry';
import type { AdmissionPlugin } from './admission-plugin.js';
import { Rounds } from './rounds.js';

/**
 * Calls every plugin in order. Stays synchronous until one of them returns a promise, since most writes need only cached
 * state.
 */
export function admissionChain(plugins: readonly AdmissionPlugin[]): Admission {
  const withMutate = plugins.filter((plugin) => plugin.mutate);
  const mutating = [
    ...withMutate.filter((plugin) => !plugin.mutatesLast),
    ...withMutate.filter((plugin) => plugin.mutatesLast),
  ];
  const inRounds = withMutate.filter((plugin) => !plugin.mutatesLast).length;
  const withValidate = plugins.filter((plugin) => plugin.validate);
  const validating = [
    ...withValidate.filter((plugin) => !plugin.validatesLast),
    ...withValidate.filter((plugin) => plugin.validatesLast),
  ];
  const conditional = plugins.filter((plugin) => plugin.createPrecondition);

  const mutateFrom = (from: number, start: AdmissionAttributes, rounds: Rounds): ApiObject | Promise<ApiObject> => {
    let attributes = start;
    for (let i = from; i < mutating.length; i++) {
      if (i === inRounds && rounds.beginSecond()) return mutateFrom(0, attributes, rounds);
      const plugin = mutating[i]!;
      if (!isAsked(plugin, attributes)) continue;
      const changed = plugin.mutate!(attributes, rounds);
      if (changed instanceof Promise) {
        const before = attributes;
        return changed.then((object) => mutateFrom(i + 1, { ...before, object }, rounds));
      }
      if (changed !== attributes.object) attributes = { ...attributes, object: changed };
    }
    // No plugin mutates last.
    return rounds.beginSecond() ? mutateFrom(0, attributes, rounds) : attributes.object!;
  };
  const validateFrom = (from: number, attributes: AdmissionAttributes): void | Promise<void> => {
    for (let i = from; i < validating.length; i++) {
      const plugin = validating[i]!;
      if (!isAsked(plugin, attributes)) continue;
      const done = plugin.validate!(attributes);
      if (done instanceof Promise) return done.then(() => validateFrom(i + 1, attributes));
    }
  };
  return {
    mutate: (attributes) => mutateFrom(0, attributes, new Rounds()),
    validate: (attributes) => validateFrom(0, attributes),
    createPrecondition: (target) => {
      let found: ReadObject | undefined;
      for (const plugin of conditional) found = plugin.createPrecondition!(target) ?? found;
      return found;
    },
    readsContent: (attributes) => plugins.some((plugin) => readsObjects(plugin, attributes)),
    waitsFor: function* (scope) {
      const names: string[] = [];
      for (const plugin of plugins) {
        const found = plugin.waitsFor?.(scope) ?? [];
        names.push(...('next' in found ? yield* found : found));
      }
      return names;
    },
    inSteps: (work, user) => atOnceOrInTurns(work, () => ({ flow: flowOf(user) })),
  };
}

function isAsked(plugin: AdmissionPlugin, attributes: AdmissionAttributes): boolean {
  const { operation, action } = attributes;
  if (operation === 'CONNECT' || action === 'sent') return plugin.connects === true && plugin.handles(attributes);
  return !(action === 'executed' && plugin.connects) && plugin.handles(attributes);
}

/** Whether a plugin reads objects: by default if it handles the write, and always if it reads them to decide that. */
function readsObjects(plugin: AdmissionPlugin, attributes: UnreadAttributes): boolean {
  let isRead = false;
  const read = (): undefined => void (isRead = true);
  const probe: AdmissionAttributes = Object.defineProperties({ ...attributes } as AdmissionAttributes, {
    object: { get: read },
    oldObject: { get: read },
  });
  try {
    const isHandled = plugin.handles(probe);
    return isRead || (isHandled && (plugin.readsContent?.(attributes) ?? true));
  } catch (error) {
    if (isRead) return true;
    throw error;
  }
}
