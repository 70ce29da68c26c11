import { fieldError, FieldPath, validateName } from '@orch/apimachinery';
import { listOf, mapOf } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { ArrayUnique, IsIn, IsOptional, Matches } from 'class-validator';
import { invalidDocument, pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';
import { NO_POD_SECURITY_CONFIGURATION, type PodSecurityConfiguration } from './pod-security-settings.js';
import { LEVELS, VERSION, type Level, type LevelAndVersion } from './security-policy.js';

const LEVEL = { message: `must be one of ${LEVELS.join(', ')}` };
const VERSIONS = { message: 'must be "latest" or "v1.x"' };
const ONCE = { message: 'must not hold one name twice' };
const names = (): PropertyDecorator =>
  listOf((item) => (typeof item === 'string' && item !== '' ? undefined : 'must be a name'));

class Defaults {
  @IsOptional() @IsIn(['', ...LEVELS], LEVEL) enforce?: Level | '';
  @IsOptional() @Matches(VERSION, VERSIONS) 'enforce-version'?: string;
  @IsOptional() @IsIn(['', ...LEVELS], LEVEL) audit?: Level | '';
  @IsOptional() @Matches(VERSION, VERSIONS) 'audit-version'?: string;
  @IsOptional() @IsIn(['', ...LEVELS], LEVEL) warn?: Level | '';
  @IsOptional() @Matches(VERSION, VERSIONS) 'warn-version'?: string;
}

class Exemptions {
  @IsOptional() @names() @ArrayUnique(ONCE) usernames?: string[];
  @IsOptional() @names() @ArrayUnique(ONCE) namespaces?: string[];
  @IsOptional() @names() @ArrayUnique(ONCE) runtimeClasses?: string[];
}

class PodSecurityConfigurationFile {
  @IsOptional()
  @mapOf(() => Defaults)
  defaults?: Defaults;

  @IsOptional()
  @mapOf(() => Exemptions)
  exemptions?: Exemptions;
}

/** @throws AdmissionConfigurationError. */
export function readPodSecurityConfiguration(
  document: PluginDocument,
  { pluginConfigurationGroups }: Vocabulary,
): PodSecurityConfiguration {
  const kinds = ['v1', 'v1beta1', 'v1alpha1'].map((version) => ({
    apiVersion: `${pluginConfigurationGroups.podSecurity}/${version}`,
    kind: 'PodSecurityConfiguration',
  }));
  const { defaults = {}, exemptions = {} } = pluginConfiguration(PodSecurityConfigurationFile, document, kinds);
  const { usernames = [], namespaces = [], runtimeClasses = [] } = exemptions;
  const problems = [
    ...invalidNames('namespaces', 'dns-label', namespaces),
    ...invalidNames('runtimeClasses', 'dns-subdomain', runtimeClasses),
  ];
  if (problems.length > 0) throw invalidDocument(document, problems);
  const { enforce: privileged } = NO_POD_SECURITY_CONFIGURATION.defaults;
  const of = (level: Level | '' = '', version = ''): LevelAndVersion => ({
    level: level || privileged.level,
    version: version || privileged.version,
  });
  return {
    defaults: {
      enforce: of(defaults.enforce, defaults['enforce-version']),
      audit: of(defaults.audit, defaults['audit-version']),
      warn: of(defaults.warn, defaults['warn-version']),
    },
    exemptions: {
      users: new Set(usernames),
      namespaces: new Set(namespaces),
      runtimeClasses: new Set(runtimeClasses),
    },
  };
}

const invalidNames = (list: string, rule: 'dns-label' | 'dns-subdomain', all: readonly string[]): string[] =>
  all.flatMap((name, index) => {
    const faults = validateName(rule, name);
    if (faults.length === 0) return [];
    const path = FieldPath.of('exemptions', list).index(index);
    const { field, detail } = fieldError.invalid(path, name, faults.join(', '));
    return [`${field}: ${detail}`];
  });
