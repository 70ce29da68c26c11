import type { LargeYamlDecoder } from './request-context.js';

/** For requests that bring no large YAML body. */
export const noYaml: LargeYamlDecoder = { decode: () => Promise.reject(new Error('no YAML is expected here')) };
