import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import type { DocumentPart } from './document-part.js';
import { toSwaggerPathItem } from './formats/swagger.js';
import { bodyTypes } from './media-types.js';
import type { PathItem } from './path-item.js';
import { resourcePaths } from './resource-paths.js';

/** What is known of the paths of a custom kind without making them again. */
interface Outline {
  readonly paths: readonly string[];
  /** Names of the schemas that they refer to. */
  readonly references: readonly string[];
}

const outlines = new WeakMap<ResourceDefinition, Outline>();

/**
 * The paths of a custom kind. Their content is made only for documents that ask for it: most changes are those of other kinds of the group.
 * @param naming learns of the schemas that they refer to.
 * @param minor emulated release 1.x.
 */
export function* customPaths(
  definition: ResourceDefinition,
  naming: OpenApiNaming,
  minor: number,
): Generator<DocumentPart> {
  let items: ReadonlyMap<string, PathItem> | undefined;
  const make = (used: OpenApiNaming): ReadonlyMap<string, PathItem> =>
    (items ??= new Map(resourcePaths(definition, used, minor)));
  const { paths, references } = outlines.get(definition) ?? outline(definition, naming, make);
  for (const name of references) naming.definitionName(name);
  const consumes = bodyTypes(definition);
  for (const name of paths) {
    const document = function* (version: 'v2' | 'v3'): Generator<undefined, PathItem> {
      yield;
      const item = make(naming).get(name)!;
      return version === 'v3' ? item : toSwaggerPathItem(item, naming.extensionPrefix, consumes);
    };
    yield { in: 'paths', name, value: {}, custom: { source: definition, document } };
  }
}

function outline(
  definition: ResourceDefinition,
  naming: OpenApiNaming,
  make: (used: OpenApiNaming) => ReadonlyMap<string, PathItem>,
): Outline {
  const references = new Set<string>();
  const items = make({
    ...naming,
    definitionName: (name) => {
      references.add(name);
      return naming.definitionName(name);
    },
  });
  const made = { paths: [...items.keys()], references: [...references] };
  outlines.set(definition, made);
  return made;
}
