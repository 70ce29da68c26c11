import type { LargeYamlDecoder } from '@orch/http';

/** For requests that bring no large YAML body. */
export const noYaml: LargeYamlDecoder = { decode: () => Promise.reject(new Error('no YAML is expected here')) };
