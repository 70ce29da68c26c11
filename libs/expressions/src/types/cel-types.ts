import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  STRING,
  struct,
  TIMESTAMP,
  UINT,
} from './cel-type.js';

/** Types of variables. */
export const celTypes = {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  NULL,
  STRING,
  TIMESTAMP,
  UINT,
  listOf,
  mapOf,
  opaque,
  optionalOf,
  struct,
  /** Type of the variable `authorizer`. */
  AUTHORIZER: struct('kubernetes.authorization.Authorizer'),
} as const;
