import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@orch/api';
import { compareVersions } from '@orch/apimachinery';

/** Warning on every use of a version; undefined when it is not deprecated. */
export function deprecationWarning(
  { spec }: CustomResourceDefinition,
  { name, deprecated, deprecationWarning: text }: CustomResourceDefinitionVersion,
): string | undefined {
  if (!deprecated) return undefined;
  if (text !== undefined) return text;
  const { group, names, versions } = spec;
  const [newest] = (versions ?? [])
    .filter((version) => version.served && !version.deprecated && compareVersions(version.name, name) < 0)
    .map((version) => version.name)
    .sort(compareVersions);
  const message = `${group}/${name} ${names.kind} is deprecated`;
  return newest === undefined ? message : `${message}; use ${group}/${newest} ${names.kind}`;
}
