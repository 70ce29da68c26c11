/** The files of a new controller, by their path in the clone. */
export function controllerFiles(name: string): Readonly<Record<string, string>> {
  const folder = `apps/${name}`;
  const className = `${name.replaceAll(/(?:^|-+)([a-z0-9])/g, (_, first: string) => first.toUpperCase())}Reconciler`;
  return {
    [`${folder}/src/main.ts`]: mainText(className),
    [`${folder}/src/controller.ts`]: controllerText(name, className),
    [`${folder}/src/controller.spec.ts`]: specText(name, className),
    [`${folder}/tsconfig.app.json`]: TSCONFIG,
  };
}

const mainText = (className: string): string => `import { runAsProcess } from '@orch/controller-kit';
import { ${className} } from './controller.js';

runAsProcess(${className});
`;

const controllerText = (name: string, className: string): string => `import {
  builtinResources,
  type HasMetadata,
  type Lister,
  type ObjectKey,
  type ResourceClient,
  type ResourceLike,
} from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';

interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}
const configMaps: ResourceLike<ConfigMap> = builtinResources.configMaps;

/** Greets every ConfigMap with the label \`greet\`. */
@Reconciler({
  name: '${name}',
  summary: 'Greets every ConfigMap with the label greet.',
  watches: [watch(configMaps)],
})
export class ${className} implements Reconciler {
  constructor(
    @InjectLister(configMaps) private readonly maps: Lister<ConfigMap>,
    @InjectResourceClient(configMaps) private readonly client: ResourceClient<ConfigMap>,
  ) {}

  /** Gets a key, never an event: it may run at any time and any number of times, so it reads the object first. */
  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const map = this.maps.get(key);
    if (!map?.metadata.labels?.['greet'] || map.data?.['greeting']) return DONE;
    await this.client.patch(key, 'merge', { data: { greeting: 'hello' } }, { signal });
    return DONE;
  }
}
`;

const specText = (
  name: string,
  className: string,
): string => `import { builtinResources, type HasMetadata } from '@orch/client';
import { runController, type RunningControllers } from '@orch/controller-kit';
import { startControlPlane, untilObject, type TestControlPlane } from '@orch/testing';
import { ${className} } from './controller.js';

interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}

/** On a real API server with a store of its own: \`npm run build\` first. */
describe('${name}', () => {
  let plane: TestControlPlane;
  let running: RunningControllers;
  beforeAll(async () => {
    plane = await startControlPlane({ command: 'apiserver' });
    running = await runController(${className}, { client: plane.client });
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
