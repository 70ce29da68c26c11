import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@orch/api';
import { compareVersions } from '@orch/apimachinery';

/** The warning on every use of a version of a definition; undefined when it is not deprecated. */
export function deprecationWarnings({
  spec: { group, names, versions },
}: CustomResourceDefinition): (version: CustomResourceDefinitionVersion) => string | undefined {
  // Once for all: there may be thousands of versions.
  const [newest] = (versions ?? [])
    .filter(({ served, deprecated }) => served && !deprecated)
    .map(({ name }) => name)
    .sort(compareVersions);
  return ({ name, deprecated, deprecationWarning: text }) => {
    if (!deprecated) return undefined;
    if (text !== undefined) return text;
    const message = `${group}/${name} ${names.kind} is deprecated`;
    const isNewer = newest !== undefined && compareVersions(newest, name) < 0;
    return isNewer ? `${message}; use ${group}/${newest} ${names.kind}` : message;
  };
}
