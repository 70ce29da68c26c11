import { readFileSync, writeFileSync } from 'node:fs';
import { TestCommandLine } from './command-line.fixture.js';

const orchctl = new TestCommandLine([
  {
    group: 'example.com',
    name: 'things',
    kind: 'Thing',
    namespaced: true,
    singularName: 'thing',
    verbs: ['get', 'patch'],
  },
]);
const { run, put, stored } = orchctl;

/** Scripts of `sed`, one for each time the editor opens; each is applied to the file, which is kept as `seen-N`. */
function editor(...scripts: readonly string[]): void {
  const turns = scripts.map((script, at) => `${at}) sed -i ${JSON.stringify(script)} "$1";;`).join('\n');
  const path = orchctl.file(
    'editor.sh',
    `n=$(cat "$0.n")\ncp "$1" "$0.seen-$n"\ncase $n in\n${turns}\nesac\necho $((n + 1)) > "$0.n"\n`,
  );
  writeFileSync(`${path}.n`, '0');
  process.env['EDITOR'] = `sh ${path}`;
}
const seen = (turn: number): string => readFileSync(`${orchctl.folder}/editor.sh.seen-${turn}`, 'utf8');

const before = process.env['EDITOR'];
beforeEach(() => {
  put('things', {
    metadata: { name: 'a', namespace: 'dev', managedFields: [{ manager: 'm' }] },
    spec: { size: 1, list: [1, 2] },
  });
});
afterAll(() => {
  if (before === undefined) delete process.env['EDITOR'];
  else process.env['EDITOR'] = before;
});

it('sends what the user changed in an object of a custom kind, as a merge patch', async () => {
  editor('s/size: 1/size: 2/');
  expect(await run('edit', 'thing', 'a')).toEqual({ out: 'thing.example.com/a edited\n', err: '', status: 0 });
  expect(stored('things/dev/a')!['spec']).toEqual({ size: 2, list: [1, 2] });
  const { method, query, headers, body } = orchctl.lastRequest;
  expect([method, JSON.parse(body)]).toEqual(['PATCH', { spec: { size: 2 } }]);
  expect(headers['content-type']).toBe('application/merge-patch+json');
  expect([query.get('fieldManager'), query.get('fieldValidation')]).toEqual(['orchctl-edit', 'Strict']);
  expect(seen(0)).toMatch(/^# Lines that begin with '#' are ignored[^]*\napiVersion: example.com\/v1\n/);
  expect(seen(0)).not.toContain('managedFields');
});

it('sends nothing for an unchanged and for an empty file', async () => {
  editor('s/^#.*/# other/');
  expect(await run('edit', 'thing/a')).toEqual({ out: '', err: 'Edit cancelled, no changes made.\n', status: 0 });
  editor('/^[^#]/d');
  expect((await run('edit', 'thing/a')).err).toBe('Edit cancelled, saved file was empty.\n');
  expect(orchctl.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});

it('opens a refused text again with the reason', async () => {
  editor('s/size: 1/size: 99/', 's/size: 99/size: 9/');
  orchctl.failNext('PATCH', /things/, 422, 'Invalid', 'Thing "a" is invalid:\nspec.size: too large');
  expect((await run('edit', 'thing', 'a')).out).toBe('thing.example.com/a edited\n');
  expect(seen(1)).toContain('# Thing "a" is invalid:\n# spec.size: too large\n#\napiVersion');
  expect(stored('things/dev/a')!['spec']).toMatchObject({ size: 9 });
});

it.each([
  ['s/^kind: .*/kind: Other/', '# At least one of apiVersion, kind and name was changed'],
  ['s/spec:/spec: [/', '# the edited file, line '],
])('opens a text again after %s', async (script, reason) => {
  editor(script);
  const { err, status } = await run('edit', 'thing', 'a');
  expect([status, seen(1)]).toEqual([1, expect.stringContaining(reason)]);
  const copy = /^error: Edit cancelled, no valid changes were saved; a copy of your changes is in (.*)$/.exec(err)![1]!;
  expect(readFileSync(JSON.parse(copy) as string, 'utf8')).toContain(reason);
}); // prettier-ignore

it('edits json and a sub-resource', async () => {
  const status = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'b', namespace: 'dev' } };
  put('things', { metadata: status.metadata });
  orchctl.answerNext('GET', /things\/b\/status$/, 200, { ...status, status: { phase: 'New' } });
  editor('s/"New"/"Old"/');
  await run('edit', 'thing', 'b', '-o', 'json', '--subresource=status');
  const { path, body } = orchctl.lastRequest;
  expect([path, JSON.parse(body)]).toEqual([
    '/apis/example.com/v1/namespaces/dev/things/b/status',
    { status: { phase: 'Old' } },
  ]);
});

it('reports other failures, and an editor that fails', async () => {
  editor('s/size: 1/size: 2/');
  orchctl.failNext('PATCH', /things/, 403, 'Forbidden', 'not you');
  expect((await run('edit', 'thing', 'a')).err).toMatch(/^error: not you; a copy of your changes is in "/);
  process.env['EDITOR'] = 'false';
  expect((await run('edit', 'thing', 'a')).err).toBe('error: there was a problem with the editor "false"');
  expect((await run('edit', 'thing')).err).toBe('error: edit needs the names of objects');
  expect((await run('edit', 'thing', 'none')).err).toMatch(/^Error from server \(NotFound\)/);
});
