import type { AuthorizationMode } from '@orch/authorization';
import { pluginFlags, restrictsNodes } from './plugin-flags.js';

it.each<[modes: AuthorizationMode[], enabled: string[], disabled: string[], restricted: boolean]>([
  [['RBAC'], [], [], false],
  [['Node', 'RBAC'], [], [], true],
  [['Node', 'RBAC'], [], ['NodeRestriction'], false],
  [['RBAC'], ['NodeRestriction'], [], true],
])('modes %j, plugins %j, not %j: nodes are restricted: %s', (modes, enabled, disabled, restricted) => {
  const flags = pluginFlags({
    enableAdmissionPlugins: enabled,
    disableAdmissionPlugins: disabled,
    authorization: { modes },
  });
  expect(restrictsNodes(flags)).toBe(restricted);
});
