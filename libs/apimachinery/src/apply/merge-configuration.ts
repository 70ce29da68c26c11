import { setOwn, type PlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { indexItems, itemElement } from './list-items.js';
import { isVacant, ownershipShape } from './ownership-shape.js';
import type { PathElement } from './path-element.js';

/**
 * What stands, with what a configuration says on top: fields one by one, items of keyed lists and sets by what tells them
 * apart, anything atomic as one. Nothing that only stands is lost. Items keep the order of the configuration, those that only
 * stand keep their place before the shared item that follows them.
 */
export function mergeConfiguration(live: unknown, config: unknown, node: SchemaNode | undefined): unknown {
  if (config === undefined) return live;
  if (live === undefined) return config;
  const liveShape = isVacant(live) ? undefined : ownershipShape(live, node);
  const configShape = isVacant(config) ? undefined : ownershipShape(config, node);
  // Emptying what others own in part takes nothing from them.
  if (configShape === undefined) return liveShape === undefined || liveShape === 'leaf' ? config : live;
  if (liveShape !== configShape || configShape === 'leaf') return config;
  if (configShape === 'fields') return mergeFields(live as PlainObject, config as PlainObject, node);
  return mergeItems(live as readonly unknown[], config as readonly unknown[], node!);
}

function mergeFields(live: PlainObject, config: PlainObject, node: SchemaNode | undefined): PlainObject {
  const out: PlainObject = { ...live };
  for (const name in config) {
    const standing = Object.hasOwn(live, name) ? live[name] : undefined;
    setOwn(out, name, mergeConfiguration(standing, config[name], node?.field(name)));
  }
  return out;
}

function mergeItems(live: readonly unknown[], config: readonly unknown[], list: SchemaNode): unknown[] {
  const standing = indexItems(list, live);
  const liveElements = live.map((item) => itemElement(list, item));
  const wanted = new Set<PathElement>(config.map((item) => itemElement(list, item)));
  const shared = [...wanted].filter((element) => standing.has(element));
  const out: unknown[] = [];
  let nextLive = 0;
  let nextShared = 0;
  // Standing items up to the one that comes next in the configuration's order. Shared ones out of that order come in theirs.
  const takeStanding = (until: PathElement | undefined): void => {
    for (; nextLive < live.length; nextLive++) {
      const element = liveElements[nextLive]!;
      if (!wanted.has(element)) out.push(live[nextLive]);
      else if (element === until) return;
    }
  };
  for (const item of config) {
    const element = itemElement(list, item);
    takeStanding(shared[nextShared]);
    if (element === shared[nextShared]) {
      nextShared++;
      nextLive++;
    }
    const same = standing.get(element) ?? [];
    // Repeats of an item cannot be merged with one: it takes the place of all.
    out.push(same.length === 1 ? mergeConfiguration(same[0], item, list.items) : item);
  }
  takeStanding(undefined);
  return out;
}
