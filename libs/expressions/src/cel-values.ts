import { parseDuration, parseTimestamp } from './functions/times.js';
import { jsonOf } from './functions/json-result.js';
import {
  Duration,
  Fault,
  isMap,
  itemsOf,
  LazyMap,
  MergingList,
  Optional,
  StructValue,
  Timestamp,
  typeName,
  Uint,
} from './values/values.js';

/** What converts values for expressions, and reads their results. */
export const celValues = {
  Duration,
  Fault,
  LazyMap,
  MergingList,
  Optional,
  StructValue,
  Timestamp,
  Uint,
  isMap,
  itemsOf,
  jsonOf,
  parseDuration,
  parseTimestamp,
  typeName,
} as const;
