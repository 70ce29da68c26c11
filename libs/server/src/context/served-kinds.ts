import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { isTurnedOn, parseRuntimeConfig } from '../options/runtime-config.js';
import type { ServerContext } from './server-context.js';

/** The kinds of one server. An injection token. */
export class ServedKinds {
  /** All stored kinds. */
  readonly all: readonly ResourceDefinition[];
  /** Kinds that are served to clients (B-369). */
  readonly served: readonly ResourceDefinition[];

  /** Whether clients see an API group. */
  readonly isGroup: (group: string) => boolean;

  constructor({ options, vocabulary }: ServerContext) {
    this.all = compileKinds(builtinKinds, vocabulary, options.emulatedMinor);
    const settings = parseRuntimeConfig(options.runtimeConfig, vocabulary);
    this.served = this.all.filter((definition) => isTurnedOn(settings, definition, options.emulatedMinor));
    const groups = new Set(this.served.map(({ gvr }) => gvr.group));
    this.isGroup = (group) => groups.has(group);
  }
}
