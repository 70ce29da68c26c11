import { JSON_TYPE, metadataListType } from '../api/media-types';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { diagnose, isJudgedByContent, type Problem } from '../diagnosis/diagnose';
import type { Scan } from '../scan/scan-kinds';

export interface StuckObject {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly problems: readonly Problem[];
}

const since = ({ problems }: StuckObject): string =>
  problems
    .map((problem) => problem.since)
    .filter((time) => time !== '')
    .toSorted()[0] ?? '';

/** The longest stuck first. */
export const oldestFirst = (stuck: readonly StuckObject[]): StuckObject[] =>
  stuck.toSorted((a, b) => (since(a) < since(b) ? -1 : 1));

/** Objects that are not in their desired state. Most kinds are judged by their metadata only. */
export const STUCK_SCAN: Scan<StuckObject> = {
  acceptOf: (resource) => (isJudgedByContent(resource) ? JSON_TYPE : metadataListType()),
  look: (resource, object) => {
    const problems = diagnose(resource, object);
    return problems.length > 0 ? { resource, object, problems } : undefined;
  },
};
