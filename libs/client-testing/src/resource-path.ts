/** Parts of the path of a resource. */
export interface ResourcePath {
  readonly apiVersion: string;
  readonly namespace?: string;
  /** Plural. */
  readonly resource: string;
  /** Absent in the path of a collection. */
  readonly name?: string;
  readonly subresource?: string;
}

const PATH = /^\/(?:api\/|apis\/([^/]+)\/)([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+)(?:\/(.+))?)?$/;

/** Undefined when the path is not one of a resource. */
export function parsePath(path: string): ResourcePath | undefined {
  const [, group, version, namespace, resource, name, subresource] = PATH.exec(path) ?? [];
  if (version === undefined || resource === undefined) return undefined;
  return {
    apiVersion: group === undefined ? version : `${group}/${version}`,
    resource: decodeURIComponent(resource),
    ...(namespace === undefined ? {} : { namespace: decodeURIComponent(namespace) }),
    ...(name === undefined ? {} : { name: decodeURIComponent(name) }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Whether an object belongs to a collection; that of all namespaces has no namespace in its path. */
export function isUnder(objectPath: string, collection: string): boolean {
  const parent = objectPath.slice(0, objectPath.lastIndexOf('/'));
  return parent === collection || parent.replace(/\/namespaces\/[^/]+\//, '/') === collection;
}
