import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';
import { Screen } from './screen.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put } = orchctl;

describe('-w', () => {
  const watching = (...argv: string[]) => {
    const screen = new Screen();
    return { screen, ended: orchctl.runOn(screen, 'get', ...argv) };
  };
  const end = async (ended: Promise<unknown>) => {
    orchctl.server.endWatches();
    await ended;
  };

  it('--watch-only shows changes with a header of their own, nothing before', async () => {
    put('configmaps', configMap('a'));
    const { screen, ended } = watching('cm', '--watch-only');
    await orchctl.requested(/watch=true/);
    put('configmaps', configMap('a', {}, {}));
    await screen.shows('a      0\n');
    await end(ended);
    expect(screen.text).toBe('NAME   DATA\na      0\n');
  });

  it('of one object ignores others', async () => {
    put('configmaps', configMap('a'));
    const { screen, ended } = watching('cm', 'a', '-w', '--no-headers');
    await orchctl.requested(/watch=true&.*fieldSelector=metadata.name%3Da/);
    put('configmaps', configMap('b'));
    put('configmaps', configMap('a', {}, {}));
    await screen.shows('a   0\n');
    await end(ended);
    expect(screen.text).toBe('a   1\na   0\n');
  });

  it('ends after --request-timeout', async () => {
    put('configmaps', configMap('a'));
    const { screen, ended } = watching('cm', '-w', '--no-headers', '--request-timeout=2s');
    await orchctl.requested(/watch=true/);
    await ended;
    expect(screen.text).toBe('a   1\n');
  });

  it('with a selector sends it with list and watch', async () => {
    put('configmaps', configMap('a', { labels: { l: '1' } }));
    put('configmaps', configMap('b'));
    const { screen, ended } = watching('cm', '-w', '-l', 'l=1', '--show-labels');
    await orchctl.requested(/watch=true/);
    expect(orchctl.objectRequests.every((request) => request.includes('labelSelector=l%3D1'))).toBe(true);
    await end(ended);
    expect(screen.text).toBe('NAME   DATA   LABELS\na      1      l=1\n');
  });

  const formats: [string, string, string][] = [
    ['name', 'configmap/a\n', 'configmap/a\nconfigmap/b\n'],
    ['json', '"name": "a"', '"name": "b"'],
    ['yaml', '  name: a\n', '  name: b\n'],
  ];
  it.each(formats)('-o %s shows objects, then each changed object', async (format, first, then) => {
    put('configmaps', configMap('a', { managedFields: [{}] }));
    const { screen, ended } = watching('cm', '-w', '-o', format);
    await orchctl.requested(/watch=true/);
    expect(screen.text).toContain(first);
    put('configmaps', configMap('b'));
    await screen.shows(then);
    expect(screen.text).not.toContain('managedFields');
    await end(ended);
  });

  it('shows name and age of changes from a server without tables', async () => {
    orchctl.server.tables = false;
    const { screen, ended } = watching('cm', '-w');
    await orchctl.requested(/watch=true/);
    put('configmaps', configMap('b'));
    await screen.shows('b      <unknown>\n');
    await end(ended);
    expect(screen.text).toBe('NAME   AGE\nb      <unknown>\n');
  });

  it('ignores bookmarks', async () => {
    const { screen, ended } = watching('cm', '-w', '-oname');
    await orchctl.requested(/watch=true/);
    orchctl.server.bookmark();
    put('configmaps', configMap('b'));
    await screen.shows('configmap/b\n');
    await end(ended);
    expect(screen.text).toBe('configmap/b\n');
  });

  it('widens columns for longer names', async () => {
    put('configmaps', configMap('a'));
    const { screen, ended } = watching('cm', '-w');
    await orchctl.requested(/watch=true/);
    put('configmaps', configMap('a-long-name'));
    await screen.shows('a-long-name   1\n');
    put('configmaps', configMap('b'));
    await screen.shows('b             1\n');
    await end(ended);
  });

  it.each([[['cm,secrets', '-w']], [['cm', 'a', 'b', '-w']], [['cm/a', 'secret/b', '-w']]])(
    'get %j is refused',
    async (argv) => {
      expect((await run('get', ...argv)).err).toBe('error: a watch is for one resource, or for one object of it');
      expect(orchctl.objectRequests).toEqual([]);
    },
  );

  it('shows the objects, then each change, until the watch ends', async () => {
    put('configmaps', configMap('a'));
    put('configmaps', configMap('b'));
    const { screen, ended } = watching('cm', '-w');
    await orchctl.requested(/watch=true/);
    expect(screen.text).toBe('NAME   DATA\na      1\nb      1\n');
    put('configmaps', { ...configMap('d'), data: {} });
    await screen.shows('d      0\n');
    // Changes that come together are shown each as it was; the last row is the state in which the object was deleted.
    put('configmaps', { ...configMap('d'), data: { a: '1', b: '2' } });
    put('configmaps', configMap('d'));
    orchctl.remove('configmaps/dev/d');
    await screen.shows('d      1\nd      1\n');
    await end(ended);
    expect(screen.text).toBe('NAME   DATA\na      1\nb      1\nd      0\nd      2\nd      1\nd      1\n');
    expect(orchctl.requests.filter((request) => request.includes('/configmaps'))).toHaveLength(2); // a list and a watch
  });
});
