import { ApiError } from '../status/api-error.js';
import { LabelParser, LabelSyntaxError } from './label-parser.js';
import type { LabelRequirement } from './label-requirement.js';

/** Longer selectors are refused without parsing. Unit: characters. */
const MAX_SELECTOR_LENGTH = 65_536;

/** Maximum length of quoted client input in errors. */
const MAX_QUOTED_LENGTH = 512;

/** Selects objects by their labels: all requirements must hold. Immutable. */
export class LabelSelector {
  /** Matches every object. */
  static readonly everything = new LabelSelector([]);
  /** Matches no object: the meaning of an absent selector in an object (C-287). */
  static readonly nothing = new LabelSelector([], false);

  constructor(
    readonly requirements: readonly LabelRequirement[],
    private readonly matchable = true,
  ) {}

  /** True when every object matches. */
  get isEmpty(): boolean {
    return this.matchable && this.requirements.length === 0;
  }

  matches(labels: Readonly<Record<string, string>> | undefined): boolean {
    // HOT PATH (bench: watch-fan-out, list): called for each object and watcher. No allocation.
    for (const { key, holds } of this.requirements) {
      // Own keys only: `toString` is a valid label key and every object inherits one.
      const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
      if (!holds(value)) return false;
    }
    return this.matchable;
  }

  /** As `matches`. @param valueOf the value of a label; undefined when there is none. */
  matchesValues(valueOf: (key: string) => string | undefined): boolean {
    return this.matchable && this.requirements.every(({ key, holds }) => holds(valueOf(key)));
  }

  /** A selector text that parses to an equal selector, ordered by key, so that equal selectors have equal texts. */
  toString(): string {
    return [...this.requirements]
      .map((requirement): [string, string] => [requirement.key, requirementText(requirement)])
      .sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]))
      .map(([, text]) => text)
      .join(',');
  }
}

/**
 * Parses the query parameter `labelSelector` (C-277..C-280). The empty text matches everything.
 * @throws ApiError BadRequest with the message of client-go (C-281).
 */
export function parseLabelSelector(text: string): LabelSelector {
  if (text === '') return LabelSelector.everything;
  if (text.length > MAX_SELECTOR_LENGTH) {
    throw ApiError.badRequest(`unable to parse requirement: longer than ${MAX_SELECTOR_LENGTH} characters`);
  }
  try {
    return new LabelSelector(new LabelParser(text).parse());
  } catch (err) {
    if (!(err instanceof LabelSyntaxError)) throw err;
    const why = err.message.length > MAX_QUOTED_LENGTH ? `${err.message.slice(0, MAX_QUOTED_LENGTH)}...` : err.message;
    throw ApiError.badRequest(why, err);
  }
}

function requirementText({ key, operator, values }: LabelRequirement): string {
  const single = values.length === 1;
  switch (operator) {
    case 'In':
      return single ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`;
    case 'NotIn':
      return single ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'Gt':
      return `${key}>${values[0]}`;
    case 'Lt':
      return `${key}<${values[0]}`;
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
