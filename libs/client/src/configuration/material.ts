import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Named } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';

/** The PEM text of a `...-data` or file field; data takes precedence (D-124), paths are relative to the configuration file (D-123). */
export function material<E extends object>(
  of: Named<E>,
  dataKey: keyof E & string,
  fileKey: keyof E & string,
): string | undefined {
  const data = of.entry[dataKey];
  if (typeof data === 'string' && data !== '') {
    const bytes = Buffer.from(data, 'base64');
    // Buffer silently skips characters that are not base64.
    if (bytes.toString('base64').replace(/=+$/, '') !== data.replace(/\s/g, '').replace(/=+$/, '')) {
      throw new ConfigurationError('Invalid', `${of.file}: ${dataKey} of "${of.name}" is not base64`);
    }
    return bytes.toString('utf8');
  }
  const path = of.entry[fileKey];
  if (typeof path !== 'string' || path === '') return undefined;
  const full = resolve(dirname(of.file), path);
  try {
    return readFileSync(full, 'utf8');
  } catch (err) {
    throw new ConfigurationError('NotFound', `${of.file}: cannot read ${fileKey} ${full} of "${of.name}"`, {
      cause: err,
    });
  }
}
