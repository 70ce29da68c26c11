import type { ConversionDocument, VersionPair } from './conversion-document.js';

/** One step of a way from a version to another. */
export interface RouteStep {
  readonly pair: VersionPair;
  readonly isForward: boolean;
}

/** The way from a version to another; undefined where rules lead there not. */
export type VersionRoutes = (from: string, to: string) => readonly RouteStep[] | undefined;

/** Ways between the versions of a document, in which each two versions have one way at most. */
export function versionRoutes({ conversions }: ConversionDocument): VersionRoutes {
  const known = new Map<string, readonly RouteStep[] | undefined>();
  return (from, to) => {
    const key = `${from} ${to}`;
    if (!known.has(key)) known.set(key, route(conversions, from, to));
    return known.get(key);
  };
}

function route(pairs: readonly VersionPair[], from: string, to: string): readonly RouteStep[] | undefined {
  const reached = new Map<string, readonly RouteStep[]>([[from, []]]);
  for (const [version, way] of reached) {
    if (version === to) return way;
    for (const pair of pairs) {
      const isForward = pair.from === version;
      if (!isForward && pair.to !== version) continue;
      const next = isForward ? pair.to : pair.from;
      if (!reached.has(next)) reached.set(next, [...way, { pair, isForward }]);
    }
  }
  return undefined;
}
