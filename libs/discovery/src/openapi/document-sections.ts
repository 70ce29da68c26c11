import type { ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { byGroupVersion } from '../by-group-version.js';
import {
  CORE_VERSIONS,
  type DiscoveryPath,
  groupPath,
  GROUPS,
  OPENID_CONFIGURATION,
  OPENID_KEYS,
  resourcesPath,
  VERSION,
} from './discovery-paths.js';
import type { DocumentContent } from './document-parts.js';
import { isCustom } from './is-custom.js';
import { operationNames } from './operation-names.js';

/**
 * Contents of the OpenAPI 3 documents, by path below `/openapi/v3`: one for each group version (`apis/apps/v1`), each group
 * (`apis/apps`), and each other path that is served to clients (`version`). Groups of custom kinds only are documented without discovery.
 */
export function documentSections(
  definitions: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
): ReadonlyMap<string, DocumentContent> {
  const sections = new Map<string, DocumentContent>();
  const add = (discovery: DiscoveryPath, resources: readonly ResourceDefinition[] = []): void => {
    sections.set(discovery.path.slice(1, -1), { discovery: [discovery], resources });
  };
  for (const path of [OPENID_CONFIGURATION, OPENID_KEYS, VERSION, CORE_VERSIONS, GROUPS]) add(path);
  for (const [groupVersion, resources] of byGroupVersion(definitions)) {
    const { gvr } = resources[0]!;
    if (resources.every(isCustom)) {
      sections.set(`apis/${groupVersion}`, { discovery: [], resources, isCustom: true });
      continue;
    }
    const names = operationNames({ gvr, vocabulary });
    if (gvr.group !== '') add(groupPath(gvr.group, names));
    add(resourcesPath(`${gvr.group === '' ? '/api' : '/apis'}/${groupVersion}`, names), resources);
  }
  return sections;
}
