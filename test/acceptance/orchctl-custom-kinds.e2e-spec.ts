import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type CommandResult } from '@orch/testing';
import { installedKubectls, Kubectl } from '../support/kubectl.js';

const ORCHCTL = join(process.cwd(), 'bin', 'orchctl.js');

const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: teas.shop.example.com }
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: teas, kind: Tea, shortNames: [te], categories: [drinks] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      additionalPrinterColumns:
        - { name: Minutes, type: integer, jsonPath: .spec.minutes }
        - { name: Origin, type: string, jsonPath: .spec.origin, priority: 1 }
        - { name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status' }
      schema:
        openAPIV3Schema:
          type: object
          description: "Tea.\\n\\nA long description that must be wrapped, since it is longer than the seventy-six characters of a line."
          required: [spec]
          properties:
            spec:
              type: object
              required: [minutes]
              properties:
                minutes: { type: integer, description: How long it steeps., minimum: 1 }
                origin: { type: string, enum: [Assam, Uji, "", Yunnan, Ceylon] }
                notes: { type: array, items: { type: object, properties: { text: { type: string } } } }
                labels: { type: object, additionalProperties: { type: string } }
            status: { type: object, x-kubernetes-preserve-unknown-fields: true }
`;
const OBJECTS = ['sencha', 'gyokuro']
  .map((name) => `apiVersion: shop.example.com/v1\nkind: Tea\nmetadata: { name: ${name} }\nspec: { minutes: 2 }\n`)
  .join('---\n');

describe('orchctl knows custom kinds from discovery alone, as kubectl does', () => {
  const newest = installedKubectls().at(-1)!;
  let kubectl: Kubectl;
  const orchctl = (args: readonly string[], environment = {}): Promise<CommandResult> =>
    runCommand(process.execPath, [ORCHCTL, '--vocabulary=kubernetes', '-n', kubectl.namespace, ...args], {
      environment: { ...kubectl.environment, ...environment },
      cwd: kubectl.folder,
    });
  const said = async (...args: string[]): Promise<string> => (await orchctl(args)).stdout;

  beforeAll(async () => {
    kubectl = await Kubectl.start(newest[1], 'tea-shop');
    await writeFile(join(kubectl.folder, 'tea.yaml'), DEFINITION);
    await writeFile(join(kubectl.folder, 'teas.yaml'), OBJECTS);
    await said('apply', '-f', 'tea.yaml');
    expect(await said('wait', '--for=condition=Established', 'crd/teas.shop.example.com')).toContain('condition met');
    expect(await said('apply', '-f', 'teas.yaml')).toBe(
      'tea.shop.example.com/sencha created\ntea.shop.example.com/gyokuro created\n',
    );
  });
  afterAll(() => kubectl?.stop());

  const explained = ['tea', 'te.spec', 'teas.shop.example.com.spec.origin', 'tea.spec.notes.text', 'tea.spec.labels', 'pod.spec.containers', 'deployments.apps.status', 'events --api-version=events.k8s.io/v1', 'tea --recursive', 'hpa --recursive', 'crd --recursive', 'apiservices.spec']; // prettier-ignore
  it.each(explained)('C-297 explain %s', async (line) => {
    const args = line.split(' ');
    const [ours, theirs] = await Promise.all([said('explain', ...args), kubectl.run('explain', ...args)]);
    expect(ours).toBe(theirs);
  });

  it.each(['teas', 'te sencha', 'drinks', 'teas -o wide', 'tea.shop.example.com -o name'])(
    'get %s has the columns of the definition',
    async (line) => {
      const args = ['get', ...line.split(' ')];
      const [ours, theirs] = await Promise.all([said(...args), kubectl.run(...args)]);
      expect(ours.replace(/ +$/gm, '')).toBe(theirs.replace(/ +$/gm, ''));
    },
  );

  it('describe, edit and wait', async () => {
    expect(await said('describe', 'tea', 'sencha')).toMatch(/Spec:\n\s+Minutes: +2\n/);
    const edited = await orchctl(['edit', 'tea', 'sencha'], { EDITOR: "sed -i 's/minutes: 2/minutes: 3/'" });
    expect(edited.stdout).toBe('tea.shop.example.com/sencha edited\n');
    const ready = '{"status":{"conditions":[{"type":"Ready","status":"True"}]}}';
    await said('patch', 'tea', 'sencha', '--subresource=status', '--type=merge', '-p', ready);
    expect(await said('wait', '--for=condition=Ready', 'tea/sencha')).toBe(
      'tea.shop.example.com/sencha condition met\n',
    );
    expect(await said('get', 'tea', 'sencha')).toMatch(/^NAME +MINUTES +READY\nsencha +3 +True *\n$/);
  });
});
