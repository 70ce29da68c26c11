import { ApiError, type ListMeta, type StatusDetails } from '@orch/apimachinery';
import { ConversionError, KindChangedError } from '@orch/registry';
import { StorageError } from '@orch/storage';
import type { WireError } from './messages.js';

/** An error as a message: structured cloning would lose its class. */
export function toWire(error: unknown): WireError {
  if (error instanceof ApiError) {
    const { reason, message, details, metadata, cause } = error;
    return {
      type: 'api',
      isConversion: error instanceof ConversionError,
      reason,
      message,
      details: details && JSON.stringify(details),
      metadata,
      cause: cause === undefined ? undefined : toWire(cause),
    };
  }
  if (error instanceof StorageError) {
    const { code, key, message, revision, what } = error;
    return { type: 'storage', code, key, message, revision, what };
  }
  if (error instanceof KindChangedError) return { type: 'kindChanged' };
  return error instanceof Error
    ? { type: 'other', message: error.message, stack: error.stack }
    : { type: 'other', message: String(error), stack: undefined };
}

/** The error of a message. */
export function fromWire(wire: WireError): Error {
  switch (wire.type) {
    case 'api':
      if (wire.isConversion) return new ConversionError(wire.message, wire.cause && fromWire(wire.cause));
      return new ApiError(wire.reason, wire.message, {
        metadata: wire.metadata as ListMeta,
        ...(wire.details === undefined ? {} : { details: JSON.parse(wire.details) as StatusDetails }),
        ...(wire.cause === undefined ? {} : { cause: fromWire(wire.cause) }),
      });
    case 'storage': {
      const { code, key, message, revision, what } = wire;
      return new StorageError(code, key, {
        message,
        ...(revision === undefined ? {} : { revision }),
        ...(what === undefined ? {} : { what }),
      });
    }
    case 'kindChanged':
      return new KindChangedError();
    case 'other': {
      const error = new Error(wire.message);
      if (wire.stack !== undefined) error.stack = wire.stack;
      return error;
    }
  }
}
