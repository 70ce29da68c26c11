import { canonicalQuantity } from '../quantity/quantity.js';
import { hasUnknownSuffix } from '../quantity/quantity-parse.js';
import { parseDurationMs } from '../time/duration.js';
import { timeParseError } from '../time/time-parse-error.js';
import { canonicalMicroTime, canonicalTime } from '../time/time.js';
import { canonicalBase64 } from './base64.js';
import { IntegerNode, ScalarNode } from './scalar-node.js';
import type { StructuralSchema } from './structural-schema.js';
import { isCanonicalTime } from './time-shape.js';
import { excerpt } from './walk.js';
import type { DecodeWalk } from './decode-walk.js';

/** Bytes as a base64 string (C-145). */
export class ByteNode extends ScalarNode {
  protected override readonly plainType = '[]uint8';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value !== 'string') return walk.wrongType(value, this.typeName);
    const canonical = canonicalBase64(value);
    if (typeof canonical === 'number') return walk.malformed(`illegal base64 data at input byte ${canonical}`);
    return canonical;
  }

  override zero(): unknown {
    return '';
  }
}

const QUANTITY_SUFFIX_RULE = "unable to parse quantity's suffix";
const QUANTITY_RULE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** An amount such as `100m` or `1Gi`, also between spaces; a plain number is read as its text. */
export class QuantityNode extends ScalarNode {
  protected override readonly plainType = 'resource.Quantity';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return walk.malformed(QUANTITY_RULE);
    return canonicalQuantity(text) ?? this.decodeOther(withoutSpaces(text), walk);
  }

  /** Of a text that is not canonical as it was sent. */
  private decodeOther(text: string, walk: DecodeWalk): unknown {
    return canonicalQuantity(text) ?? walk.malformed(hasUnknownSuffix(text) ? QUANTITY_SUFFIX_RULE : QUANTITY_RULE);
  }

  override zero(): unknown {
    return '0';
  }
}

/** Without spaces at both ends, in linear time: a pattern for the end of a text tries each run of spaces in it from each of its characters. */
function withoutSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

/** RFC 3339, with seconds or with microseconds. */
export class TimeNode extends ScalarNode {
  protected override readonly plainType: string;
  private readonly canonical: (text: string) => string | undefined;
  private readonly decimals: 0 | 6;
  private readonly none: string;

  constructor(schema: StructuralSchema) {
    super(schema);
    const micro = schema.format === 'micro-time';
    this.plainType = micro ? 'v1.MicroTime' : 'v1.Time';
    this.canonical = micro ? canonicalMicroTime : canonicalTime;
    this.decimals = micro ? 6 : 0;
    this.none = micro ? '0001-01-01T00:00:00.000000Z' : '0001-01-01T00:00:00Z';
  }

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value !== 'string') return walk.wrongType(value, 'string');
    if (isCanonicalTime(value, this.decimals)) return value;
    // Typed clients parse microseconds with exactly six decimals.
    const fault = this.decimals === 6 ? timeParseError(value, true) : undefined;
    if (fault !== undefined) return walk.malformed(fault);
    return this.canonical(value) ?? walk.malformed(this.whyNot(value));
  }

  private whyNot(text: string): string {
    return (
      timeParseError(text, this.decimals === 6) ??
      `parsing time ${excerpt(text)}: it must be RFC 3339, such as 2006-01-02T15:04:05Z`
    );
  }

  /** The year 1: the zero time, for places that require a time. */
  override zero(): unknown {
    return this.none;
  }
}

/** A duration such as `1h30m`; kept as sent. */
export class DurationNode extends ScalarNode {
  protected override readonly plainType = 'v1.Duration';

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value !== 'string') return walk.wrongType(value, 'string');
    if (parseDurationMs(value) !== undefined) return value;
    return walk.malformed(`time: invalid duration ${excerpt(value)}: write it as 1h30m or 5s`);
  }

  override zero(): unknown {
    return '0s';
  }
}

/** A number of 32 bits, or a string such as a percentage or the name of a port. */
export class IntOrStringNode extends ScalarNode {
  protected override readonly plainType = 'intstr.IntOrString';
  private readonly integer = new IntegerNode({ format: 'int32' });

  override decode(value: unknown, walk: DecodeWalk): unknown {
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? this.integer.decode(value, walk) : walk.wrongType(value, this.integer.typeName);
  }

  override zero(): unknown {
    return 0;
  }
}
