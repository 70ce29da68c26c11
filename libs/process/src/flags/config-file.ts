import { types } from 'node:util';
import { readTextSync } from '../files/read-text.js';
import { UsageError } from '../run/usage-error.js';

/** Far above any list of flags; keeps a wrong path (a device, a log) from filling memory. */
const MAX_CONFIG_BYTES = 1_048_576;

/**
 * Reads the file that `--config` names.
 * @returns the parsed document; null for an empty file.
 * @throws UsageError when it cannot be read or is not YAML.
 */
export function readConfigFile(path: string): unknown {
  let text: string;
  try {
    text = readTextSync(path);
  } catch (cause) {
    throw new UsageError(`cannot read --config file: ${reason(cause)}`, { cause });
  }
  if (text.length > MAX_CONFIG_BYTES) throw new UsageError(`--config ${path}: larger than ${MAX_CONFIG_BYTES} bytes`);
  // Loaded only here: most starts have no file, and the parser costs more than the rest of this lib.
  const { parse } = require('yaml') as typeof import('yaml');
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw new UsageError(`--config ${path}: ${firstLine(reason(cause))}`, { cause });
  }
}

function reason(cause: unknown): string {
  return types.isNativeError(cause) ? cause.message : String(cause);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
