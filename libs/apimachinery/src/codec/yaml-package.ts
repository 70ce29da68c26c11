type Yaml = typeof import('yaml');
let loaded: Yaml | undefined;

/** Loaded when first needed: most processes never read YAML, and the package costs start time. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
export const yaml = (): Yaml => (loaded ??= require('yaml') as Yaml);
