import type { ClientConfiguration } from '../configuration/client-configuration.js';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';
import { clusterInfoOf } from './cluster-info.js';
import { CredentialPlugin } from './credential-plugin.js';

/** Plugins of this process, by entry and cluster. One for each pair that was ever used: their credentials last as long as the process (B-170, B-171). */
const plugins = new Map<string, CredentialPlugin>();

/** The plugin of a configuration, shared by all clients with the same entry and cluster (D-118). */
export function sharedPlugin(configuration: ClientConfiguration, plugin: PluginCredentials): CredentialPlugin {
  const cluster = clusterInfoOf(configuration, plugin.clusterConfig);
  const key = JSON.stringify([plugin, cluster]);
  const known = plugins.get(key);
  if (known) return known;
  const made = new CredentialPlugin(plugin, cluster);
  plugins.set(key, made);
  return made;
}
