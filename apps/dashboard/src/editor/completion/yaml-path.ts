/** The indentation of a line of YAML; the dash of a list counts as part of it. */
function indentOf(line: string): number {
  return /^[ -]*/.exec(line)?.[0].length ?? 0;
}

/**
 * The names of the fields around a place, outermost first: `['spec', 'template']`.
 * @param lines those before the place. @param indent where the name at the place begins.
 */
export function yamlPath(lines: readonly string[], indent: number): string[] {
  const path: string[] = [];
  let limit = indent;
  for (const line of lines.toReversed()) {
    const name = /^[ -]*(?:"([^"]+)"|([^\s:#"'-][^:#]*)):/.exec(line);
    if (name === null || /^\s*#/.test(line)) continue;
    // A list may begin at the indentation of the field that has it.
    const from = indentOf(line);
    if (from >= limit) continue;
    path.unshift(name[1] ?? name[2] ?? '');
    limit = line.search(/[^ ]/) < from ? line.search(/[^ ]/) + 1 : from;
  }
  return path;
}
