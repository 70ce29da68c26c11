const LINE_FEED = 0x0a;

/** Line number of `offset`, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (text.charCodeAt(at) === LINE_FEED) line++;
  return line;
}
