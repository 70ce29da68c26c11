type Yaml = typeof import('yaml');
let loaded: Yaml | undefined;

/** Loaded on first use: most processes never parse YAML, and the package costs start time. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
export const yaml = (): Yaml => (loaded ??= require('yaml') as Yaml);
