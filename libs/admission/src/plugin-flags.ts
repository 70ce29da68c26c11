import type { AuthorizationMode } from '@orch/authorization';

/** Plugins that run beside the default ones, and default ones that do not. */
export interface PluginFlags {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

const NODE_RESTRICTION = 'NodeRestriction';

/** What the flags say; nodes are restricted with mode Node, and with a file that may name it later, unless the flags say otherwise. */
export function pluginFlags(options: {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  readonly authorization: { readonly modes: readonly AuthorizationMode[] };
}): PluginFlags {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, authorization } = options;
  return { enabled: authorization.modes.includes('Node') ? [...enabled, NODE_RESTRICTION] : enabled, disabled };
}

/** Whether nodes are held to their own objects: asked for what admission does not see. */
export const restrictsNodes = ({ enabled, disabled }: PluginFlags): boolean =>
  enabled.includes(NODE_RESTRICTION) && !disabled.includes(NODE_RESTRICTION);
