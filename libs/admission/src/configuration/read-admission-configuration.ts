import { errorMessage, type Clock } from '@orch/apimachinery';
import { UsageError, UserFacingError } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { loadHookCredentials, loadWebhookConfiguration, type HookCredentialsOf } from '@orch/webhook';
import { readEventLimits } from '../event-rate-limit/event-rate-limit-configuration.js';
import { readImagePolicy, type ImagePolicyConfiguration } from '../images/image-policy-configuration.js';
import { readPodSecurityConfiguration } from '../pod-security/pod-security-configuration.js';
import { readClusterTolerations } from '../pod-placement/cluster-tolerations-configuration.js';
import { readNodeSelectors } from '../pod-placement/node-selectors-configuration.js';
import { readLimitedResources } from '../resource-quota/limited-resources-configuration.js';
import { CONFIGURATION_FLAG, type AdmissionConfiguration, type ImageService } from './admission-configuration.js';
import { AdmissionConfigurationError } from '../plugin-document/admission-configuration-error.js';
import type { PluginDocument } from '../plugin-document/plugin-document.js';
import { readPluginDocuments } from './read-plugin-documents.js';
import { readCredentialsFile } from './webhook-admission-configuration.js';

/**
 * Reads the file of `--admission-control-config-file`, and those that it names.
 * @param plugins that run: the configuration of others is not read.
 * @throws UsageError.
 */
export async function readAdmissionConfiguration(
  file: string,
  plugins: readonly string[],
  vocabulary: Vocabulary,
  clock: Clock,
): Promise<AdmissionConfiguration> {
  try {
    const documents = await readPluginDocuments(file, plugins, vocabulary);
    const of = <T>(plugin: string, read: (document: PluginDocument, vocabulary: Vocabulary) => T): T | undefined => {
      const document = documents.get(plugin);
      return document && naming(plugin, () => read(document, vocabulary));
    };
    const credentials = (document: PluginDocument): HookCredentialsOf =>
      loadHookCredentials(readCredentialsFile(document, vocabulary), vocabulary, clock);
    return {
      mutatingWebhooks: of('MutatingAdmissionWebhook', credentials),
      validatingWebhooks: of('ValidatingAdmissionWebhook', credentials),
      podSecurity: of('PodSecurity', readPodSecurityConfiguration),
      eventLimits: of('EventRateLimit', readEventLimits),
      nodeSelectors: of('PodNodeSelector', readNodeSelectors),
      tolerations: of('PodTolerationRestriction', readClusterTolerations),
      imagePolicy: of('ImagePolicyWebhook', (document) => imageService(readImagePolicy(document), vocabulary)),
      limitedResources: of('ResourceQuota', readLimitedResources),
    };
  } catch (error) {
    throw new UsageError(`flag --${CONFIGURATION_FLAG}=${file}: ${errorMessage(error)}`, { cause: error });
  }
}

const imageService = (configuration: ImagePolicyConfiguration, vocabulary: Vocabulary): ImageService => ({
  ...configuration,
  service: loadWebhookConfiguration(CONFIGURATION_FLAG, configuration.configFile, vocabulary),
});

/** Errors of a plugin's configuration begin with its name. */
function naming<T>(plugin: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AdmissionConfigurationError || error instanceof UserFacingError)) throw error;
    throw new AdmissionConfigurationError(`${plugin}: ${error.message}`, { cause: error });
  }
}
