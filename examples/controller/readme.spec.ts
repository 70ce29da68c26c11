import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GreeterReconciler } from './app.module.js';

const root = join(__dirname, '../..');
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const example = text('examples/controller/app.module.ts');

it('the reconciler has at most 15 lines', () => {
  const reconciler = /@Reconciler[\s\S]*?\n}\n/.exec(example)![0];
  expect(reconciler.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
});

it.each(['README.md', 'libs/controller-kit/README.md'])('%s shows this module', (file) => {
  expect(text(file)).toContain(`\`\`\`ts\n${example}\`\`\``);
});

it('libs/controller-kit/README.md shows the main file', () => {
  expect(text('libs/controller-kit/README.md')).toContain(`\`\`\`ts\n${text('examples/controller/main.ts')}\`\`\``);
});

it('greets a ConfigMap with the label once, and changes no other', async () => {
  const greetings = async (map: object): Promise<number> => {
    const patches: unknown[] = [];
    const lister = { get: () => map };
    const client = { patch: (...args: unknown[]) => Promise.resolve(patches.push(args)) };
    const reconciler = new GreeterReconciler(lister as never, client as never);
    await reconciler.reconcile({ namespace: 'a', name: 'b' }, new AbortController().signal);
    return patches.length;
  };
  const labels = { greet: 'yes' };
  expect(await greetings({ metadata: { name: 'b' }, data: { 'ca.crt': '...' } })).toBe(0);
  expect(await greetings({ metadata: { name: 'b', labels } })).toBe(1);
  expect(await greetings({ metadata: { name: 'b', labels }, data: { greeting: 'hello' } })).toBe(0);
});
