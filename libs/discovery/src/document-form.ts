import { ApiError } from '@orch/apimachinery';
import { vocabularies, type Vocabulary } from '@orch/vocabulary';
import { JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE, parseAccept, unknownMediaType, type AcceptedType } from '@orch/http';
import { AGGREGATED_KIND } from './aggregated-list.js';

/** Format of a discovery document. */
export interface DocumentForm {
  readonly encoding: 'json' | 'yaml' | 'protobuf';
  readonly contentType: string;
  /** Requested version of the aggregated `APIGroupDiscoveryList` (C-292). */
  readonly aggregated?: string;
}

const PLAIN_JSON: DocumentForm = { encoding: 'json', contentType: JSON_TYPE };
/** Group names are accepted in every vocabulary (docs/compatibility.md, by vocabulary). */
const GROUPS: ReadonlySet<string> = new Set(Object.values(vocabularies).map(({ groups }) => groups.apidiscovery));
const VERSIONS: ReadonlySet<string> = new Set(['v2', 'v2beta1']);

/**
 * The best supported type of an `Accept` header.
 * @param aggregates whether this document has an aggregated form: `/api` and `/apis` do.
 * @throws ApiError NotAcceptable when no type is supported (C-083).
 */
export function documentForm(accept: string | undefined, aggregates: boolean, vocabulary: Vocabulary): DocumentForm {
  if (accept === undefined || accept === '' || accept === JSON_TYPE || accept === '*/*') return PLAIN_JSON;
  for (const wish of parseAccept(accept)) {
    const encoding = encodingOf(wish.type);
    if (!encoding) continue;
    if (wish.parameters['as'] === undefined) return { encoding, contentType: plainType(wish.type) };
    const aggregated = aggregates ? aggregatedForm(wish, encoding) : undefined;
    if (aggregated) return aggregated;
  }
  throw ApiError.notAcceptable(typesOf(vocabulary));
}

/** For a document that is one of many forms of a path. @throws ApiError NotAcceptable for a header without any type of it (C-083). */
export function requireKnownType(accept: string | undefined, vocabulary: Vocabulary): void {
  if (!accept || parseAccept(accept).some(({ type }) => encodingOf(type) !== undefined)) return;
  throw unknownMediaType(vocabulary.answers, typesOf(vocabulary));
}

const typesOf = ({ mediaTypes }: Vocabulary): string[] => [JSON_TYPE, YAML_TYPE, mediaTypes.protobuf];

function encodingOf(type: string): DocumentForm['encoding'] | undefined {
  if (PROTOBUF_TYPES.has(type)) return 'protobuf';
  if (type === YAML_TYPE) return 'yaml';
  return type === JSON_TYPE || type === 'application/*' || type === '*/*' ? 'json' : undefined;
}

const plainType = (type: string): string => (type.endsWith('*') ? JSON_TYPE : type);

/** Clients compare the type of the response with the requested one literally. */
function aggregatedForm({ type, parameters }: AcceptedType, encoding: DocumentForm['encoding']) {
  const { as, g = '', v = '' } = parameters;
  if (as !== AGGREGATED_KIND || !GROUPS.has(g) || !VERSIONS.has(v)) return undefined;
  return { encoding, contentType: `${plainType(type)};g=${g};v=${v};as=${as}`, aggregated: `${g}/${v}` };
}
