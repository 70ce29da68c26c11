// node tools/terms.mjs: prints where code or documents use a private or archaic word for a thing with a standard term, and ends with 1 when
// they do. The words and what to write instead: tools/terms/forbidden-terms.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { checkTerms } from './terms/forbidden-terms.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['.ci', 'apps', 'bin', 'config', 'docs', 'examples', 'libs', 'test', 'tools', '.'];
const CHECKED = /\.(ts|js|mjs|cjs|c|md|ya?ml|conf|cfg|json|sh)$|^(\.ci\/run|Dockerfile|package\.json)$/;
const OMITTED = new Set(['node_modules', 'dist', 'coverage', 'corpus']);

const EXCEPTIONS = [
  { path: 'tools/terms/', reason: 'the list of the words' },
  { path: 'apps/orch/test/terms.spec.ts', reason: 'the test of this check' },
  { path: 'libs/vocabulary/src/kubernetes-columns.ts', reason: 'texts of the reference server' },
  { path: 'docs/requirements/', reason: 'the rows are quoted by others letter by letter' },
];

function* files() {
  for (const folder of FOLDERS) {
    const recursive = folder !== '.';
    for (const entry of readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      const isOmitted = path.startsWith('docs/api/') || path.split('/').some((part) => OMITTED.has(part));
      if (entry.isFile() && CHECKED.test(path) && !isOmitted) yield [path, readFileSync(join(ROOT, path), 'utf8')];
    }
  }
}

const problems = checkTerms(files(), EXCEPTIONS);
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;
