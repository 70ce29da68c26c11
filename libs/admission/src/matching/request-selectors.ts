import {
  LabelSelector,
  labelSelectorFromObject,
  type LabelRequirement,
  type LabelSelectorObject,
} from '@orch/apimachinery';
import type { AdmissionAttributes, LabelReader } from '@orch/registry';
import { matchesNamespace, matchesObject } from './selector-match.js';
import type { StepWork } from './step-work.js';

/** Requirements that are parsed in one step, some tenths of a millisecond. */
const PARSED_IN_STEP = 500;

/** Comparisons in the time of parsing one requirement. */
const PARSE_WORK = 20;

/** Selectors of a webhook, a policy or a binding, as stored. Absent ones match everything. */
export interface SelectorSources {
  readonly namespaceSelector?: LabelSelectorObject | null;
  readonly objectSelector?: LabelSelectorObject | null;
}

interface ParsedSelectors {
  readonly namespaces: LabelSelector;
  readonly objects: LabelSelector;
  /** Requirements of both. */
  readonly size: number;
}

/** The selectors of a webhook, a policy or a binding: parsed once, on first use. */
export class RequestSelectors {
  private parsed: ParsedSelectors | undefined;

  constructor(private readonly sources: SelectorSources) {}

  /** Whether both match a request. @throws ApiError NotFound when the namespace does not exist. */
  *match(attributes: AdmissionAttributes, reader: LabelReader, work: StepWork): Generator<undefined, boolean> {
    const { namespaces, objects } = yield* this.selectors(work);
    return matchesObject(objects, attributes) && matchesNamespace(namespaces, attributes, reader);
  }

  /**
   * As `match`, where that takes no step; undefined where it does. HOT PATH (bench: webhooks): most webhooks match few of the objects that
   * their rules name, and a generator costs more than the comparison. @throws as `match`.
   */
  matchAtOnce(attributes: AdmissionAttributes, reader: LabelReader, work: StepWork): boolean | undefined {
    const { parsed } = this;
    if (!parsed || !work.fits(1 + parsed.size)) return undefined;
    return matchesObject(parsed.objects, attributes) && matchesNamespace(parsed.namespaces, attributes, reader);
  }

  /** Whether some object in a namespace may match; true for a namespace that does not exist, and for objects of the cluster. */
  *mayMatchIn(namespace: string, reader: LabelReader, work: StepWork): Generator<undefined, boolean> {
    const { namespaces } = yield* this.selectors(work);
    if (namespaces.isEmpty || namespace === '') return true;
    const labels = reader.labelsOf({ group: '', resource: 'namespaces' }, '', namespace);
    return labels === undefined || namespaces.matches(labels);
  }

  private *selectors(work: StepWork): Generator<undefined, ParsedSelectors> {
    const { namespaceSelector, objectSelector } = this.sources;
    const known = this.parsed;
    const parsed = known ?? (yield* parsedSelectors(namespaceSelector, objectSelector));
    this.parsed = parsed;
    if (work.add(1 + parsed.size * (known ? 1 : PARSE_WORK))) yield;
    return parsed;
  }
}

function* parsedSelectors(
  namespaceSelector: SelectorSources['namespaceSelector'],
  objectSelector: SelectorSources['objectSelector'],
): Generator<undefined, ParsedSelectors> {
  const namespaces = yield* parsedSelector(namespaceSelector);
  const objects = yield* parsedSelector(objectSelector);
  return { namespaces, objects, size: namespaces.requirements.length + objects.requirements.length };
}

/** A selector of an object, parsed in steps. Absent or null matches everything. @throws ApiError BadRequest when it is not valid. */
export function* parsedSelector(selector: LabelSelectorObject | null | undefined): Generator<undefined, LabelSelector> {
  const labels = Object.entries(selector?.matchLabels ?? {});
  const expressions = selector?.matchExpressions ?? [];
  const requirements: LabelRequirement[] = [];
  for (let at = 0; at < labels.length; at += PARSED_IN_STEP) {
    if (at > 0) yield;
    const matchLabels = Object.fromEntries(labels.slice(at, at + PARSED_IN_STEP));
    requirements.push(...labelSelectorFromObject({ matchLabels }).requirements);
  }
  for (let at = 0; at < expressions.length; at += PARSED_IN_STEP) {
    if (at > 0) yield;
    const matchExpressions = expressions.slice(at, at + PARSED_IN_STEP);
    requirements.push(...labelSelectorFromObject({ matchExpressions }).requirements);
  }
  return requirements.length === 0 ? LabelSelector.everything : new LabelSelector(requirements);
}
