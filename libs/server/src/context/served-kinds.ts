import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import type { CustomResources } from '@orch/extensions';
import { isTurnedOn, parseRuntimeConfig } from '../options/runtime-config.js';
import type { ServerContext } from './server-context.js';

/** The kinds of one server. An injection token. */
export class ServedKinds {
  /** All stored built-in kinds. */
  readonly all: readonly ResourceDefinition[];
  /** Built-in kinds that are served to clients (B-369). */
  readonly builtin: readonly ResourceDefinition[];
  /** Whether clients see an API group of built-in kinds. */
  readonly isGroup: (group: string) => boolean;
  private current: Current | undefined;

  constructor(
    { options, vocabulary }: ServerContext,
    private readonly custom: CustomResources,
  ) {
    this.all = compileKinds(builtinKinds, vocabulary, options.emulatedMinor);
    const settings = parseRuntimeConfig(options.runtimeConfig, vocabulary);
    this.builtin = this.all.filter((definition) => isTurnedOn(settings, definition, options.emulatedMinor));
    const groups = new Set(this.builtin.map(({ gvr }) => gvr.group));
    this.isGroup = (group) => groups.has(group);
  }

  /** Kinds that are served to clients: built-in and custom ones. A new array when they change. */
  get served(): readonly ResourceDefinition[] {
    return this.now.served;
  }

  private get now(): Current {
    const custom = this.custom.served;
    if (this.current?.custom === custom) return this.current;
    return (this.current = { custom, served: this.builtin.concat(custom) });
  }
}

/** The kinds at one time. */
interface Current {
  readonly custom: readonly ResourceDefinition[];
  readonly served: readonly ResourceDefinition[];
}
