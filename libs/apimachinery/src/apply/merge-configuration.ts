import { setOwn, type PlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { indexItems, itemElement } from './list-items.js';
import { isVacant, ownershipShape } from './ownership-shape.js';
import type { PathElement } from './path-element.js';

/**
 * Merges a configuration into the live object: fields by name, items of keyed lists by key, items of sets by
 * value, atomic values as a whole. Keeps everything that is only live. Items are in the order of the configuration; live-only
 * items keep their place before the shared item that follows them.
 */
export function mergeConfiguration(live: unknown, config: unknown, node: SchemaNode | undefined): unknown {
  if (config === undefined) return live;
  if (live === undefined) return config;
  const liveShape = isVacant(live) ? undefined : ownershipShape(live, node);
  const configShape = isVacant(config) ? undefined : ownershipShape(config, node);
  // An empty value in the configuration removes nothing that other managers own.
  if (configShape === undefined) return liveShape === undefined || liveShape === 'leaf' ? config : live;
  if (liveShape !== configShape || configShape === 'leaf') return config;
  if (configShape === 'fields') return mergeFields(live as PlainObject, config as PlainObject, node);
  return mergeItems(live as readonly unknown[], config as readonly unknown[], node!);
}

function mergeFields(live: PlainObject, config: PlainObject, node: SchemaNode | undefined): PlainObject {
  const out: PlainObject = { ...live };
  for (const name in config) {
    const liveValue = Object.hasOwn(live, name) ? live[name] : undefined;
    setOwn(out, name, mergeConfiguration(liveValue, config[name], node?.field(name)));
  }
  return out;
}

function mergeItems(live: readonly unknown[], config: readonly unknown[], list: SchemaNode): unknown[] {
  const liveItems = indexItems(list, live);
  const liveElements = live.map((item) => itemElement(list, item));
  const wanted = new Set<PathElement>(config.map((item) => itemElement(list, item)));
  const shared = [...wanted].filter((element) => liveItems.has(element));
  const out: unknown[] = [];
  let nextLive = 0;
  let nextShared = 0;
  // Appends live-only items up to `until`, the next shared item in the configuration's order. Skips shared items out of that order.
  const appendLiveOnly = (until: PathElement | undefined): void => {
    for (; nextLive < live.length; nextLive++) {
      const element = liveElements[nextLive]!;
      if (!wanted.has(element)) out.push(live[nextLive]);
      else if (element === until) return;
    }
  };
  for (const item of config) {
    const element = itemElement(list, item);
    appendLiveOnly(shared[nextShared]);
    if (element === shared[nextShared]) {
      nextShared++;
      nextLive++;
    }
    const same = liveItems.get(element) ?? [];
    // Duplicate live items cannot be merged with one: it replaces all of them.
    out.push(same.length === 1 ? mergeConfiguration(same[0], item, list.items) : item);
  }
  appendLiveOnly(undefined);
  return out;
}
