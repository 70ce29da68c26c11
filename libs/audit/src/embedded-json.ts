const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** JSON that is embedded in an event unchanged, on one line. */
export class EmbeddedJson {
  private constructor(
    readonly text: string,
    /** In UTF-8. */
    readonly bytes: number,
  ) {}

  /** @param json is valid. Not changed. */
  static of(json: Buffer): EmbeddedJson {
    return new EmbeddedJson(onOneLine(json).toString('utf8').trim(), json.length);
  }
}

/** In valid JSON, line breaks occur only between tokens: in strings they are escaped. */
function onOneLine(json: Buffer): Buffer {
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  const line = Buffer.from(json);
  for (let at = 0; at < line.length; at++) {
    if (line[at] === LINE_FEED || line[at] === CARRIAGE_RETURN) line[at] = SPACE;
  }
  return line;
}
