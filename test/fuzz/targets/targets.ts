import type { FuzzTarget } from '../fuzz-target.js';
import { duration, quantity, time } from './amounts.js';
import { cbor } from './cbor.js';
import { certificateRequest, certificateRequestText } from './connections.js';
import { conversionRules } from './conversions.js';
import { identityClaims, identityToken } from './identities.js';
import { json } from './json.js';
import { objects } from './objects.js';
import { ownership } from './ownership.js';
import { jsonPatch, mergePatch, strategicPatch } from './patches.js';
import { protobuf } from './protobuf.js';
import { deleteOptions, mediaTypes, requestLine } from './requests.js';
import { rule, untypedExpression } from './rules.js';
import { fieldSelector, labelSelector, labelSelectorObject } from './selectors.js';
import { continueToken, resourceVersion } from './tokens.js';
import { yaml } from './yaml.js';

/** Every reader of untrusted input. */
export const FUZZ_TARGETS = [
  json,
  yaml,
  protobuf,
  cbor,
  objects,
  jsonPatch,
  mergePatch,
  strategicPatch,
  ownership,
  labelSelector,
  fieldSelector,
  labelSelectorObject,
  continueToken,
  resourceVersion,
  quantity,
  time,
  duration,
  deleteOptions,
  mediaTypes,
  requestLine,
  certificateRequest,
  certificateRequestText,
  identityToken,
  identityClaims,
  rule,
  untypedExpression,
  conversionRules,
] as readonly FuzzTarget[];
