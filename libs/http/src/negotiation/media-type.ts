import { vocabularies } from '@orch/vocabulary';

/** The media type of a `Content-Type` header, lower case, without parameters. Undefined without one. */
export function mediaTypeOf(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}

export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
/** Media types of protobuf: those of both vocabularies are accepted. */
export const PROTOBUF_TYPES: ReadonlySet<string> = new Set(
  Object.values(vocabularies).map(({ mediaTypes }) => mediaTypes.protobuf),
);
export const CBOR_TYPE = 'application/cbor';
/** A sequence of CBOR documents (RFC 8742): a watch. */
export const CBOR_SEQUENCE_TYPE = 'application/cbor-seq';
export const JSON_PATCH_TYPE = 'application/json-patch+json';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';
/** Server-side apply; the body is YAML or JSON (A-131, C-116). */
export const APPLY_PATCH_TYPE = 'application/apply-patch+yaml';
/** The same, in CBOR. */
export const APPLY_CBOR_PATCH_TYPE = 'application/apply-patch+cbor';
export const STRATEGIC_PATCH_TYPE = 'application/strategic-merge-patch+json';
