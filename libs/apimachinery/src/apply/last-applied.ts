import { decodeJson } from '../codec/json.js';
import { DEFAULT_CODEC_LIMITS, type CodecLimits } from '../codec/limits.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { compareObjects } from './compare-objects.js';
import { difference, type FieldSet } from './field-set.js';
import { fieldSetOf } from './field-set-of.js';
import { ApiError } from '../status/api-error.js';

/**
 * Fields of the last-applied annotation of client-side apply whose values did not change since. The client can
 * migrate to server-side apply without a conflict with itself.
 * @param text the annotation's value, of any author. Returns undefined when it is not a configuration, or exceeds the limits.
 */
export function lastAppliedFields(text: string, live: unknown, node: SchemaNode | undefined): FieldSet | undefined {
  const config = parse(text);
  if (!isPlainObject(config)) return undefined;
  const { added, modified, removed } = compareObjects(config, live, node);
  return difference(difference(difference(fieldSetOf(config, node), modified), added), removed);
}

function parse(text: string): unknown {
  try {
    return decodeJson(Buffer.from(text), LIMITS).value;
  } catch (error) {
    // Users may edit this annotation by hand.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The annotation is a short text of an object that may have few fields itself: it is compared in one turn of the event loop. */
const LIMITS: CodecLimits = { ...DEFAULT_CODEC_LIMITS, maxFields: 10_000 };
