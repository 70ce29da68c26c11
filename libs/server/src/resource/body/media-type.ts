/** The type of a `Content-Type` header, lower case, without parameters. Undefined when there is none. */
export function mediaTypeOf(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}

export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
export const JSON_PATCH_TYPE = 'application/json-patch+json';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';
