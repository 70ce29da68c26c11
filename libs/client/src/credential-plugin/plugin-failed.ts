import { ConfigurationError } from '../configuration/configuration-error.js';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';

/** @param why what the plugin did. It must not quote its output, arguments or environment: they hold secrets. */
export const pluginFailed = ({ command }: PluginCredentials, why: string): ConfigurationError =>
  new ConfigurationError('PluginFailed', `the credential plugin ${command} ${why}`);
