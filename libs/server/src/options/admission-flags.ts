import { admissionPluginNames, defaultPluginNames, pluginsWithoutEffect } from '@orch/admission';
import { NEWEST_MINOR } from '@orch/api';
import { flagGroup, UsageError, type FlagValues } from '@orch/process';

const list = (names: readonly string[]): string => [...names].sort().join(', ');

export const admissionFlags = flagGroup('Admission', [
  {
    name: 'enable-admission-plugins',
    type: 'string[]',
    default: [],
    help: `Plugins to run in addition to the default ones, in any order. In release 1.${NEWEST_MINOR}: ${list(admissionPluginNames(NEWEST_MINOR))}.`,
  },
  {
    name: 'disable-admission-plugins',
    type: 'string[]',
    default: [],
    help: `Default plugins not to run. By default run in release 1.${NEWEST_MINOR}: ${list(defaultPluginNames(NEWEST_MINOR))}.`,
  },
  {
    name: 'admission-control-config-file',
    type: 'string',
    default: undefined,
    help: 'File with the configuration of admission plugins.',
  },
  {
    name: 'admission-control',
    type: 'string[]',
    default: [],
    deprecated: {
      use: 'use --enable-admission-plugins and --disable-admission-plugins',
      since: '2026-11-24',
      until: '2027-11-24',
    },
    help: 'All plugins to run, in any order.',
  },
  {
    name: 'default-not-ready-toleration-seconds',
    type: 'int',
    default: 300,
    help: 'Seconds that pods without a toleration of their own stay on a node that is not ready.',
  },
  {
    name: 'default-unreachable-toleration-seconds',
    type: 'int',
    default: 300,
    help: 'Seconds that pods without a toleration of their own stay on an unreachable node.',
  },
]);

/** Admission plugins to enable and to disable, and their configuration. */
export interface AdmissionOptions {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** Default: none. */
  readonly admissionControlConfigFile: string | undefined;
}

/**
 * @param emulatedMinor release 1.x: names of plugins that it removed are refused (B-441).
 * @throws UsageError for an unknown plugin, for one that is both enabled and disabled, and when the deprecated flag is combined with the others.
 */
export function admissionOptions(
  values: FlagValues<readonly [typeof admissionFlags]>,
  emulatedMinor: number,
): AdmissionOptions {
  const named = (flag: PluginFlag): readonly string[] => knownPlugins(flag, values[flag], emulatedMinor);
  const enabled = named('enable-admission-plugins');
  const disabled = named('disable-admission-plugins');
  const only = named('admission-control');
  const admissionControlConfigFile = values['admission-control-config-file'];
  if (only.length === 0) {
    refuseOverlap(enabled, disabled);
    return { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControlConfigFile };
  }
  if (enabled.length > 0 || disabled.length > 0) {
    throw new UsageError(
      'flag --admission-control: excludes --enable-admission-plugins and --disable-admission-plugins: use these alone',
    );
  }
  return {
    enableAdmissionPlugins: only,
    disableAdmissionPlugins: admissionPluginNames(emulatedMinor).filter((name) => !only.includes(name)),
    admissionControlConfigFile,
  };
}

function refuseOverlap(enabled: readonly string[], disabled: readonly string[]): void {
  const both = enabled.filter((name) => disabled.includes(name));
  if (both.length === 0) return;
  const names = [...new Set(both)].sort().join(', ');
  throw new UsageError(`flag --disable-admission-plugins: ${names} cannot be in --enable-admission-plugins, too`);
}

type PluginFlag = 'enable-admission-plugins' | 'disable-admission-plugins' | 'admission-control';

/** The named plugins, without those that have no effect. */
function knownPlugins(flag: PluginFlag, names: readonly string[], emulatedMinor: number): readonly string[] {
  const withoutEffect = pluginsWithoutEffect(emulatedMinor);
  const known = admissionPluginNames(emulatedMinor);
  const wanted = names.filter((name) => !withoutEffect.includes(name));
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return wanted;
  throw new UsageError(
    `flag --${flag}: unknown plugin ${JSON.stringify(unknown)}: release 1.${emulatedMinor} has ${list(known)}`,
  );
}
