import type { FlagDefinition, FlagGroup } from './flag-definition.js';

/** The head of a help text. */
export interface HelpHead {
  /** As typed: `orch apiserver`. */
  readonly command: string;
  /** What it does, one line. */
  readonly summary: string;
}

const TYPE_NAME: Readonly<Record<FlagDefinition['type'], string>> = {
  string: 'string',
  int: 'int',
  bool: '',
  duration: 'duration',
  'string[]': 'strings',
};

/** All flags that are not hidden, by group, aligned, each with its default. Ends with a line feed. */
export function helpText(head: HelpHead, groups: readonly FlagGroup[]): string {
  const lines = [head.summary, '', `Usage: ${head.command} [flags]`];
  const shown = groups
    .map((group) => ({ title: group.title, rows: group.flags.filter((flag) => !flag.hidden).map(helpRow) }))
    .filter((group) => group.rows.length > 0);
  const width = Math.max(0, ...shown.flatMap((group) => group.rows.map((row) => row.left.length)));
  for (const group of shown) {
    lines.push('', `${group.title}:`);
    for (const row of group.rows) lines.push(`  ${row.left.padEnd(width)}  ${row.right}`);
  }
  return `${lines.join('\n')}\n`;
}

function helpRow(flag: FlagDefinition): { left: string; right: string } {
  const typeName = flag.type === 'string' && flag.choices ? flag.choices.join('|') : TYPE_NAME[flag.type];
  const left = typeName === '' ? `--${flag.name}` : `--${flag.name} ${typeName}`;
  const notes = [flag.help];
  const fallback = defaultText(flag);
  if (fallback !== '') notes.push(`(default ${fallback})`);
  if (flag.env !== undefined) notes.push(`(environment ${flag.env})`);
  if (flag.deprecated !== undefined) notes.push(`(DEPRECATED: ${flag.deprecated.use})`);
  return { left, right: notes.join(' ') };
}

function defaultText(flag: FlagDefinition): string {
  if (flag.type === 'string[]') return flag.default.join(',');
  if (flag.default === undefined || flag.default === false || flag.default === '') return '';
  return String(flag.default);
}
