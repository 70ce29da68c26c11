import { protobufCodec, type ResourceDefinition } from '@orch/api';
import { ApiError, quotedText } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { parseAccept, type AcceptedType } from '../negotiation/accept.js';
import { CBOR_SEQUENCE_TYPE, CBOR_TYPE, JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE } from '../negotiation/media-type.js';
import { unknownMediaType } from '../negotiation/not-acceptable.js';
import { cborRepresentation } from './cbor-representation.js';
import { jsonRepresentation } from './json-representation.js';
import { partialRepresentation } from './partial-representation.js';
import { partialProtobufRepresentation, protobufRepresentation } from './protobuf-representation.js';
import type { Representation } from './representation.js';
import { tableRepresentation, type IncludeObject } from './table-representation.js';
import { yamlRepresentation } from './yaml-representation.js';

/** Meta groups of all vocabularies are accepted (docs/compatibility.md, by vocabulary). */
const META_GROUPS: ReadonlySet<string> = new Set(
  Object.values(vocabularies).map((vocabulary) => vocabulary.groups.meta),
);
const META_VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1']);

const YAML = yamlRepresentation(jsonRepresentation);
const CBOR = {
  document: cborRepresentation(jsonRepresentation, false),
  stream: cborRepresentation(jsonRepresentation, true),
};

/** The shape of the answer. */
export type AnswerShape = 'item' | 'list' | 'watch';

/**
 * Selects the representation of a kind by the `Accept` header, in order of preference (A-092..A-100, C-086).
 * @param subresource of the request; some have no Table.
 * @throws ApiError NotAcceptable when none is supported (C-083), BadRequest for an unknown `includeObject` (C-066).
 */
export function negotiate(
  accept: string | undefined,
  query: URLSearchParams,
  shape: AnswerShape,
  definition: ResourceDefinition,
  subresource = '',
): Representation {
  if (accept === undefined || accept === JSON_TYPE || accept === '*/*' || accept === '') return jsonRepresentation;
  const ranges = parseAccept(accept);
  for (const range of ranges) {
    const isTable = range.parameters['as'] === 'Table';
    if (isTable && !hasTable(definition, subresource)) continue;
    const found = representationFor(range, query, shape, definition);
    if (found) return found;
  }
  throw notAcceptable(ranges, shape, definition);
}

function notAcceptable(ranges: readonly AcceptedType[], shape: AnswerShape, definition: ResourceDefinition): ApiError {
  const known = ranges.find(({ type }) => encodingOf(type, definition) !== undefined);
  if (!known) return unknownMediaType(definition.vocabulary.answers, available(shape, definition));
  if (shape === 'watch' && encodingOf(known.type, definition) === 'yaml' && isKnownForm(known))
    return ApiError.notAcceptable(accepted('watch', definition));
  const isOfList = shape === 'list';
  const { as } = known.parameters;
  if (as !== (isOfList ? 'PartialObjectMetadata' : 'PartialObjectMetadataList'))
    return ApiError.notAcceptable(accepted(!as && isKnownForm(known) ? shape : 'item', definition));
  const { struct, schemaName, gvk } = definition;
  const object = struct ? `${schemaName.split('.')[0]}.${gvk.kind}` : 'unstructured.Unstructured';
  const type = `*${object}${isOfList ? 'List' : ''}`;
  return new ApiError(
    'NotAcceptable',
    `you requested ${as}, but the requested object is ${isOfList ? 'a list' : 'not a list'} (${type})`,
  );
}

/** Sub-resources with the table columns of the object itself. */
const WITH_TABLE: ReadonlySet<string> = new Set(['', 'status', 'scale']);

/** Kinds that cannot be read have no columns: reviews, and bodies of actions. */
const hasTable = ({ declaration: { verbs } }: ResourceDefinition, subresource: string): boolean =>
  WITH_TABLE.has(subresource) && (subresource !== '' || verbs === undefined || verbs.includes('get'));

/** Media types of one answer. */
function accepted(shape: AnswerShape, definition: ResourceDefinition): string[] {
  const { protobuf, offersCbor } = definition.vocabulary.mediaTypes;
  // Of custom kinds, protobuf is for their metadata.
  const hasProtobuf = !definition.struct || protobufCodec(definition) !== undefined;
  const types = hasProtobuf ? [JSON_TYPE, YAML_TYPE, protobuf] : [JSON_TYPE, YAML_TYPE];
  if (shape !== 'watch') return offersCbor ? [...types, CBOR_TYPE] : types;
  const streams = types.filter((type) => type !== YAML_TYPE).map((type) => `${type};stream=watch`);
  return offersCbor ? [...streams, CBOR_SEQUENCE_TYPE] : streams;
}

/** Media types of all answers of the path: a collection can be watched. */
const available = (shape: AnswerShape, definition: ResourceDefinition): string[] =>
  shape === 'item' ? accepted('item', definition) : [...accepted('list', definition), ...accepted('watch', definition)];

const FORMS: ReadonlySet<string> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);

/** Whether a media range is for the object itself, or for a form of it that some answer has. Group and version without a form are for neither. */
function isKnownForm({ parameters: { as, g, v } }: AcceptedType): boolean {
  if (!as) return !g && !v;
  return FORMS.has(as) && META_GROUPS.has(g ?? '') && META_VERSIONS.has(v ?? '');
}

function representationFor(
  range: AcceptedType,
  query: URLSearchParams,
  shape: AnswerShape,
  definition: ResourceDefinition,
): Representation | undefined {
  const { g, v, stream } = range.parameters;
  const as = range.parameters['as'] || undefined;
  if (!isKnownForm(range)) return undefined;
  // Outside of a watch the only known value has no meaning.
  if (stream && stream !== 'watch') return undefined;
  const encoding = encodingOf(range.type, definition);
  if (!encoding || (encoding === 'yaml' && shape === 'watch')) return undefined;
  if (as === undefined) return whole(encoding, range.type, shape, definition);
  const apiVersion = `${g}/${v}`;
  if (as === 'Table') {
    if (encoding === 'protobuf' || encoding === 'cbor') return undefined;
    const table = tableRepresentation(apiVersion, includeObject(query), Date.now);
    return encoding === 'yaml' ? yamlRepresentation(table) : table;
  }
  if (as !== (shape === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata')) return undefined;
  if (encoding === 'protobuf') return partialProtobufRepresentation(apiVersion, range.type, shape === 'watch');
  const partial = partialRepresentation(apiVersion);
  if (encoding === 'cbor') return cborRepresentation(partial, shape === 'watch');
  return encoding === 'yaml' ? yamlRepresentation(partial) : partial;
}

type Encoding = 'json' | 'yaml' | 'protobuf' | 'cbor';

function encodingOf(type: string, { vocabulary }: ResourceDefinition): Encoding | undefined {
  if (PROTOBUF_TYPES.has(type)) return 'protobuf';
  if (type === YAML_TYPE) return 'yaml';
  if (type === CBOR_TYPE) return vocabulary.mediaTypes.offersCbor ? 'cbor' : undefined;
  return type === JSON_TYPE || type === 'application/*' || type === '*/*' ? 'json' : undefined;
}

/** Undefined for kinds without protobuf. */
function whole(
  encoding: Encoding,
  mediaType: string,
  shape: AnswerShape,
  definition: ResourceDefinition,
): Representation | undefined {
  if (encoding === 'json') return jsonRepresentation;
  if (encoding === 'yaml') return YAML;
  if (encoding === 'cbor') return CBOR[shape === 'watch' ? 'stream' : 'document'];
  return protobufCodec(definition) ? protobufRepresentation(mediaType, shape === 'watch') : undefined;
}

function includeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') || 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw ApiError.badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quotedText(value)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}
