import { COMMA, endOfString, endOfValue, OPEN_OBJECT, QUOTE } from './json-scan.js';
import { setOwn } from '../schema/plain-object.js';

/**
 * A read-only view of an object in JSON as `JSON.stringify` writes it, for readers of a few members of an object that may be large. Members are
 * found when they are read: about a nanosecond per byte of the object that has them, once. Nested objects are views too, everything else is parsed.
 * @param start offset of the object. Default: the beginning.
 */
export function jsonView(json: Buffer, start = 0): Readonly<Record<string, unknown>> {
  const members = new Members(json, start);
  return new Proxy<Record<string, unknown>>(
    {},
    {
      // Names that are not members are those of any object.
      get: (target, name, receiver) => (members.has(name) ? members.value(name) : Reflect.get(target, name, receiver)),
      has: (target, name) => members.has(name) || Reflect.has(target, name),
      getOwnPropertyDescriptor: (_target, name) =>
        members.has(name)
          ? { value: members.value(name), writable: true, enumerable: true, configurable: true }
          : undefined,
      ownKeys: () => members.names,
    },
  );
}

/** The members of an object, found in the order of its bytes. */
class Members {
  /** Offsets of the values found so far. */
  private readonly places = new Map<string, number>();
  private readonly values: Record<string, unknown> = {};
  /** Offset after the last value found, or of the first name. */
  private at: number;

  constructor(
    private readonly json: Buffer,
    start: number,
  ) {
    this.at = json[start] === OPEN_OBJECT ? start + 1 : json.length;
  }

  get names(): string[] {
    while (this.findNext() !== undefined);
    return [...this.places.keys()];
  }

  has(name: string | symbol): name is string {
    if (typeof name === 'symbol') return false;
    if (this.places.has(name)) return true;
    for (let found = this.findNext(); found !== undefined; found = this.findNext()) if (found === name) return true;
    return false;
  }

  /** Of a member. */
  value(name: string): unknown {
    if (!Object.hasOwn(this.values, name)) setOwn(this.values, name, this.read(this.places.get(name)!));
    return this.values[name];
  }

  private read(start: number): unknown {
    const { json } = this;
    if (json[start] === OPEN_OBJECT) return jsonView(json, start);
    return JSON.parse(json.toString('utf8', start, endOfValue(json, start)));
  }

  /** The name of the next member; undefined at the end. */
  private findNext(): string | undefined {
    const { json } = this;
    if (this.at > 0 && json[this.at] === COMMA) this.at++;
    if (json[this.at] !== QUOTE) return undefined;
    const afterName = endOfString(json, this.at);
    const name = JSON.parse(json.toString('utf8', this.at, afterName)) as string;
    // After the colon.
    this.places.set(name, afterName + 1);
    this.at = endOfValue(json, afterName + 1);
    return name;
  }
}
