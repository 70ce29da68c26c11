import { ADMISSION_PLUGIN_NAMES, pluginsWithoutEffect } from '@orch/admission';
import { flagGroup, UsageError, type FlagValues } from '@orch/process';

export const admissionFlags = flagGroup('Admission', [
  {
    name: 'enable-admission-plugins',
    type: 'string[]',
    default: [],
    help: 'Plugins to run in addition to the default ones.',
  },
  { name: 'disable-admission-plugins', type: 'string[]', default: [], help: 'Default plugins not to run.' },
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

/** Admission plugins to enable and to disable. */
export interface AdmissionOptions {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/**
 * @param emulatedMinor release 1.x: names of plugins that it removed are refused (B-441).
 * @throws UsageError for an unknown plugin, and when the deprecated flag is combined with the others.
 */
export function admissionOptions(
  values: FlagValues<readonly [typeof admissionFlags]>,
  emulatedMinor: number,
): AdmissionOptions {
  const named = (flag: PluginFlag): readonly string[] => knownPlugins(flag, values[flag], emulatedMinor);
  const enabled = named('enable-admission-plugins');
  const disabled = named('disable-admission-plugins');
  const only = named('admission-control');
  if (only.length === 0) return { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled };
  if (enabled.length > 0 || disabled.length > 0) {
    throw new UsageError(
      'flag --admission-control: excludes --enable-admission-plugins and --disable-admission-plugins: use these alone',
    );
  }
  return {
    enableAdmissionPlugins: only,
    disableAdmissionPlugins: ADMISSION_PLUGIN_NAMES.filter((name) => !only.includes(name)),
  };
}

type PluginFlag = 'enable-admission-plugins' | 'disable-admission-plugins' | 'admission-control';

/** The named plugins, without those that have no effect. */
function knownPlugins(flag: PluginFlag, names: readonly string[], emulatedMinor: number): readonly string[] {
  const withoutEffect = pluginsWithoutEffect(emulatedMinor);
  const wanted = names.filter((name) => !withoutEffect.includes(name));
  if (wanted.every((name) => ADMISSION_PLUGIN_NAMES.includes(name))) return wanted;
  throw new UsageError(`flag --${flag}: must be among ${ADMISSION_PLUGIN_NAMES.join(', ')}`);
}
