import { types } from 'node:util';

/** The message of anything thrown: of an error, also of another realm, its message; of other values, their text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error || types.isNativeError(error) ? error.message : String(error);
