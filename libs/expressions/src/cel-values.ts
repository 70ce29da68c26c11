import { parseDuration, parseTimestamp } from './functions/times.js';
import {
  Duration,
  Fault,
  isMap,
  itemsOf,
  LazyMap,
  MergingList,
  Optional,
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
  Timestamp,
  Uint,
  isMap,
  itemsOf,
  parseDuration,
  parseTimestamp,
  typeName,
} as const;
