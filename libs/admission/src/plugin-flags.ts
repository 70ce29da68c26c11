import type { AuthorizationMode } from '@orch/authorization';

/** Plugins enabled in addition to the default ones, and disabled plugins. */
export interface PluginFlags {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

const NODE_RESTRICTION = 'NodeRestriction';

/** Plugins from the flags; NodeRestriction is enabled with authorization mode Node, also if a configuration file may add it later. */
export function pluginFlags(options: {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  readonly authorization: { readonly modes: readonly AuthorizationMode[] };
}): PluginFlags {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, authorization } = options;
  return { enabled: authorization.modes.includes('Node') ? [...enabled, NODE_RESTRICTION] : enabled, disabled };
}

/** Whether NodeRestriction is enabled: for checks outside admission. */
export const restrictsNodes = ({ enabled, disabled }: PluginFlags): boolean =>
  enabled.includes(NODE_RESTRICTION) && !disabled.includes(NODE_RESTRICTION);
