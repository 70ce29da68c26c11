// node tools/dependencies.mjs: prints imports that .dependency-cruiser.cjs does not allow, and the import cycles between folders of a library, or of
// the dashboard's page; status 1 when there are any. Files in `src` itself count as folders of their own. Tests may import upwards.
import { relative } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const TEST = /\.(spec|fixture)\.ts$|^libs\/((server|client)-)?testing\//;
const CHECKED = /^(libs|apps\/dashboard\/src)\//;
const options = await extractOptions('./.dependency-cruiser.cjs');
const tsConfig = extractTSConfig(options.tsConfig.fileName);
const { output } = await cruise(['apps', 'libs'], options, undefined, { tsConfig });
const { output: report, exitCode: violations } = await format(output, { outputType: 'err' });
process.stdout.write(report);

/** `libs/http/src/request/x.ts` is in `libs/http/src/request`, `libs/http/src/filter.ts` is its own folder. */
function folderOf(path) {
  const parts = path.split('/');
  return parts.slice(0, 4).join('/');
}

const imports = new Map();
const reasons = new Map();
for (const { source, dependencies } of output.modules) {
  if (!CHECKED.test(source) || TEST.test(source)) continue;
  for (const { resolved } of dependencies) {
    const [from, to] = [folderOf(source), folderOf(resolved)];
    const isSameLib = from.split('/')[1] === to.split('/')[1] && CHECKED.test(resolved);
    if (!isSameLib || from === to || TEST.test(resolved)) continue;
    if (!imports.has(from)) imports.set(from, new Set());
    imports.get(from).add(to);
    reasons.set(`${from} ${to}`, `${relative('', source)} imports ${resolved}`);
  }
}

/** A circle through `start`, as its edges; undefined when there is none. */
function circleOf(start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const folder of queue) {
    for (const next of imports.get(folder) ?? []) {
      if (next === start) {
        const edges = [reasons.get(`${folder} ${start}`)];
        for (let at = folder; at !== start; at = cameFrom.get(at))
          edges.unshift(reasons.get(`${cameFrom.get(at)} ${at}`));
        return edges;
      }
      if (!cameFrom.has(next)) (queue.push(next), cameFrom.set(next, folder));
    }
  }
  return undefined;
}

const circles = [...imports.keys()].map(circleOf).filter((circle) => circle !== undefined);
for (const circle of circles)
  process.stdout.write(`folders in a circle:\n${circle.map((edge) => `  ${edge}\n`).join('')}`);
process.stdout.write(`${imports.size} folders, ${circles.length} in a circle\n`);
process.exitCode = violations > 0 || circles.length > 0 ? 1 : 0;
