import { normalizeArguments } from './normalize-arguments.js';

const booleans = new Set(['--wait', '--no-wait', '--all', '--no-headers']);
const rows: [string, string][] = [
  ['get pods -n=x', 'get pods -n x'],
  ['get -ojson', 'get -ojson'],
  ['get -Aw', 'get -Aw'],
  ['delete --wait=false', 'delete --no-wait'],
  ['delete --wait=true', 'delete --wait'],
  ['delete --all=false', 'delete'],
  ['get --no-headers=false', 'get'],
  ['get --field_selector=a_b=c_d', 'get --field-selector=a_b=c_d'],
  ['get --dry-run=false', 'get --dry-run=false'],
  ['exec -- -n=x --wait=false', 'exec -- -n=x --wait=false'],
];
for (const [argv, want] of rows) {
  it(argv, () => expect(normalizeArguments(argv.split(' '), booleans).join(' ')).toBe(want));
}
