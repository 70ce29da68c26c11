/** The files of a new controller, by their path in the clone. */
export function controllerFiles(name: string): Readonly<Record<string, string>> {
  const folder = `apps/${name}`;
  return {
    [`${folder}/src/main.ts`]: MAIN,
    [`${folder}/src/controller.ts`]: controllerText(name),
    [`${folder}/src/controller.spec.ts`]: specText(name),
    [`${folder}/tsconfig.app.json`]: TSCONFIG,
  };
}

const MAIN = `import { runAsProcess } from '@orch/controller-kit';
import { controller } from './controller.js';

runAsProcess(controller);
`;

const controllerText = (name: string): string => `import { builtinResources, type HasMetadata } from '@orch/client';
import { DONE, watch, type ControllerDeclaration } from '@orch/controller-kit';

interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}

/** Greets every ConfigMap with the label \`greet\`. */
export const controller: ControllerDeclaration = {
  name: '${name}',
  summary: 'Greets every ConfigMap with the label greet.',
  watches: [watch<ConfigMap>(builtinResources.configMaps)],
  reconciler: ({ client, informers }) => {
    const configMaps = informers.lister<ConfigMap>(builtinResources.configMaps);
    return {
      // Gets a key, never an event: it may run at any time and as often as it likes, so it looks at the object first.
      async reconcile(key, signal) {
        const map = configMaps.get(key);
        if (!map?.metadata.labels?.['greet'] || map.data?.['greeting']) return DONE;
        await client
          .resource<ConfigMap>(builtinResources.configMaps)
          .patch(key, 'merge', { data: { greeting: 'hello' } }, { signal });
        return DONE;
      },
    };
  },
};
`;

const specText = (name: string): string => `import { builtinResources, type HasMetadata } from '@orch/client';
import { runController, type RunningControllers } from '@orch/controller-kit';
import { startControlPlane, untilObject, type TestControlPlane } from '@orch/testing';
import { controller } from './controller.js';

interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}

/** On a real API server with a store of its own: \`npm run build\` first. */
describe('${name}', () => {
  let plane: TestControlPlane;
  let running: RunningControllers;
  beforeAll(async () => {
    plane = await startControlPlane({ command: 'apiserver' });
    running = await runController(controller, { vocabulary: plane.vocabulary, client: plane.client });
  });
  afterAll(async () => {
    await running?.stop();
    await plane?.stop();
  });

  it('greets a ConfigMap with the label', async () => {
    const configMaps = plane.client.resource<ConfigMap>(builtinResources.configMaps);
    const metadata = { name: 'visitor', namespace: 'default', labels: { greet: 'yes' } };
    await configMaps.create({ metadata });
    const greeted = await untilObject(configMaps, metadata, 'the greeting', (map) => map?.data !== undefined);
    expect(greeted?.data).toEqual({ greeting: 'hello' });
  });
});
`;

const TSCONFIG = `{
  "extends": "../../tsconfig.json",
  "compilerOptions": {
    "rootDir": "../..",
    "outDir": "../../dist"
  },
  "include": ["src/**/*"],
  "exclude": ["node_modules", "dist", "test", "**/*.spec.ts", "**/*.fixture.ts"]
}
`;
