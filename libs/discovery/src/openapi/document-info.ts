import type { Vocabulary } from '@orch/vocabulary';
import type { DocumentContent } from './document-parts.js';
import type { DocumentInfo } from './formats/document-format.js';
import { pascal } from './operation-names.js';

/** Metadata of a document. Those of custom kinds depend on no release. @param minor emulated release 1.x. */
export function documentInfo({ isCustom }: DocumentContent, { product }: Vocabulary, minor: number): DocumentInfo {
  const title = pascal(product);
  return isCustom
    ? { title: `${title} CRD Swagger`, version: 'v0.1.0', hasSecurity: false }
    : { title, version: `1.${minor}`, hasSecurity: true };
}
