import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of a page and what it shows. */
export interface ConsoleStep {
  readonly command: string;
  /** As printed on the page; empty when the page shows nothing. */
  readonly shown: string;
  /** The paragraph before the block. */
  readonly text: string;
}

const root = join(__dirname, '../..');

/** The commands of all `console` blocks of a page, in order. @param heading only those below it, such as `## Start`. */
export function consoleSteps(page: string, heading?: string): ConsoleStep[] {
  const text = readFileSync(join(root, page), 'utf8');
  const section = heading === undefined ? text : sectionOf(text, heading, page);
  return [...section.matchAll(/(?<text>(?:[^\n]+\n)*)\n```console\n(?<block>[^]*?)\n```/g)].flatMap(({ groups }) =>
    stepsOf(groups!['block']!, groups!['text']!),
  );
}

function sectionOf(text: string, heading: string, page: string): string {
  const from = text.indexOf(`\n${heading}\n`);
  if (from < 0) throw new RangeError(`${page} has no heading "${heading}"`);
  const depth = heading.indexOf(' ');
  const rest = text.slice(from + heading.length + 1);
  const end = rest.search(new RegExp(`\\n#{1,${depth}} `));
  return end < 0 ? rest : rest.slice(0, end);
}

function stepsOf(block: string, text: string): ConsoleStep[] {
  const steps: { command: string; shown: string[] }[] = [];
  let hereDocument: string | undefined;
  let open = false;
  for (const line of block.split('\n')) {
    if (!open && line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
    else if (open) steps.at(-1)!.command += `\n${line}`;
    else steps.at(-1)?.shown.push(line);
    if (!open && !line.startsWith('$ ')) continue;
    if (hereDocument === undefined) hereDocument = /<<(\w+)/.exec(line)?.[1];
    else if (line === hereDocument) hereDocument = undefined;
    open = hereDocument !== undefined || /[\\|]$/.test(line);
  }
  return steps.map(({ command, shown }) => ({ command, shown: shown.join('\n'), text }));
}

/** Text that varies from run to run, and its pattern. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '[\\da-f-]{36}'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '[\\d:TZ-]{20}'],
  [/eyJ[\w-]+\.[\w-]*\.[\w-]+/g, '[\\w.-]+'],
  [/10\.0\.0\.\d+/g, '10\\.0\\.0\\.\\d+'],
  [/127\.0\.0\.1:\d+/g, '127\\.0\\.0\\.1:\\d+'],
  [/\d+ changes of history, \d+ reconnects/g, '\\d+ changes of history, \\d+ reconnects'],
  [/\d+\.\d ms/g, '\\d+\\.\\d ms'],
  [/80:3\d{4}/g, '80:3\\d{4}'],
  [/resourceVersion: "\d+"/g, 'resourceVersion: "\\d+"'],
  [/(?<=\s)\d+[smhd](?=\s|$)/g, '(?:\\d+[smhd])+'],
];

/** A pattern of what a page shows: ages, identifiers, times and the width of columns vary, `...` matches anything. */
export function patternOf(shown: string): RegExp {
  const held: string[] = [];
  const hold = (pattern: string): string => `\u0000${held.push(pattern) - 1}\u0000`;
  let text = shown.replaceAll(/^ *\.\.\.$/gm, () => hold('[^]*?'));
  for (const [varying, pattern] of VARYING) text = text.replaceAll(varying, () => hold(pattern));
  text = text.replaceAll('...', () => hold('.*'));
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/ +/g, ' +');
  const filled = escaped.replaceAll(/\u0000(\d+)\u0000/g, (_, index: string) => held[Number(index)]!); // oxlint-disable-line no-control-regex
  return new RegExp(`^${filled}\\s*$`);
}
