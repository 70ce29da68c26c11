import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabularies } from '@orch/vocabulary';
import { NEWEST_MINOR } from '../features/releases.js';
import { builtinKinds } from '../kinds.js';
import { withLifecycle } from './lifecycle.js';

const text = readFileSync(join(__dirname, '../../../../docs/versions.md'), 'utf8');
/** Cells of each row of its tables. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const shortGroup = (group: string) => group.replace(/(\.authorization|\.apiserver)?\.k8s\.io$/, '');

describe('docs/versions.md', () => {
  it('B-355 says that alpha versions are for short-lived test clusters', () =>
    expect(text).toMatch(
      /Alpha\. Disabled by default\. May have bugs, change incompatibly.*short-lived test clusters/,
    ));

  it('B-360 says that beta versions are not recommended for production', () =>
    expect(text).toMatch(/Beta\..*not recommended for production/));

  for (const { group, version, kind, lifecycle } of builtinKinds.map(withLifecycle)) {
    const { removed, deprecated } = lifecycle!;
    if (removed === undefined || removed > NEWEST_MINOR || !version.includes('beta')) continue;
    if (kind === 'PodSecurityPolicy') continue; // has no other version (B-440)
    const name = `${shortGroup(vocabularies.kubernetes.groups[group])}/${version}`;
    it(`B-359 names the steps from ${name} ${kind} to another version`, () => {
      const found = rows.filter(
        ([, of, kinds = '', since, end]) =>
          of === `\`${name}\`` &&
          kinds.split(', ').includes(kind) &&
          since === `1.${deprecated}` &&
          end === `1.${removed}`,
      );
      expect(found.length).toBe(1);
      const [, , , , , instead, steps] = found[0]!;
      expect([instead, steps]).toEqual([expect.stringMatching(/^`.+\/v.+`$/), expect.stringMatching(/\.$/)]);
    });
  }

  it('B-359 and from what has no other version', () =>
    expect(rows.find(([, , kinds]) => kinds === 'PodSecurityPolicy')?.[6]).toMatch(/pod security admission/));
});
