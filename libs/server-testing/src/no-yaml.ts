import type { LargeYamlDecoder } from '@orch/http';

/** For requests without a large YAML body. */
export const noYaml: LargeYamlDecoder = { decode: () => Promise.reject(new Error('unexpected YAML body')) };
