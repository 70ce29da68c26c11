import type { Vocabulary } from '@orch/vocabulary';
import { IsString, Matches } from 'class-validator';
import { pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';

class WebhookAdmissionConfiguration {
  @IsString({ message: 'is needed: a client configuration file' })
  @Matches(/^\//, { message: 'must be an absolute path' })
  kubeConfigFile: string;
}

/** Reads which file has the credentials for webhooks (B-277, B-278). @throws AdmissionConfigurationError. */
export function readCredentialsFile(document: PluginDocument, { groups }: Vocabulary): string {
  const group = groups.apiserverConfig;
  const kinds = [
    { apiVersion: `${group}/v1`, kind: 'WebhookAdmissionConfiguration' },
    { apiVersion: `${group}/v1alpha1`, kind: 'WebhookAdmission' },
  ];
  return pluginConfiguration(WebhookAdmissionConfiguration, document, kinds).kubeConfigFile;
}
