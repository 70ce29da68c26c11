import { UsageError, nearestName } from '@orch/process';
import type { ControllerProgram } from '../programs.js';

/**
 * Which controllers a list names: `*` all that are part of it, `name` on, `-name` off; dashes inside names do not count, so
 * `tokencleaner` is `token-cleaner`. What is named beats `*`, wherever it stands. Source: D-021.
 * @throws UsageError that names the nearest known controller.
 */
export function selectControllers(
  list: readonly string[],
  known: readonly ControllerProgram[],
): readonly ControllerProgram[] {
  const on = new Set<string>();
  const off = new Set<string>();
  let star = false;
  for (const item of list) {
    if (item === '*') {
      star = true;
      continue;
    }
    const minus = item.startsWith('-');
    const name = minus ? item.slice(1) : item;
    const program = known.find((candidate) => plain(candidate.name) === plain(name));
    if (!program) throw new UsageError(unknownController(name, known));
    (minus ? off : on).add(program.name);
  }
  return known.filter(({ name, inStar }) => !off.has(name) && (on.has(name) || (star && inStar)));
}

function plain(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

function unknownController(name: string, known: readonly ControllerProgram[]): string {
  const nearest = nearestName(
    name,
    known.map((program) => program.name),
  );
  return `flag --controllers: unknown controller "${name}", did you mean ${nearest ?? '*'}?`;
}
