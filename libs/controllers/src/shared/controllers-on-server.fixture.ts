import { join } from 'node:path';
import type { Clock } from '@orch/apimachinery';
import { builtinResources, Client, loadClientConfiguration, type HasMetadata } from '@orch/client';
import { runControllers, type RunningControllers } from '@orch/controller-kit';
import type { ControllerName } from '@orch/controller-rights';
import { readFlags } from '@orch/process';
import { startApiServer } from '@orch/server';
import { temporaryDirectory } from '@orch/testing';
import { vocabularies, type VocabularyName } from '@orch/vocabulary';
import { controllerManagerGroups } from '../controller-flags.js';
import { controllers } from '../controllers.js';

/** A real server with an embedded store, and some controllers whose time the test moves. */
export interface ControllersOnServer {
  readonly client: Client;
  /** Starts controllers; all that run are stopped with the server. */
  run(names: readonly ControllerName[], clock: Clock, flags?: readonly string[]): Promise<RunningControllers>;
  /** Lists events until there is one with this `reason: message`. The test fails by its own timeout. */
  untilEvent(text: string): Promise<void>;
  stop(): Promise<void>;
}

interface Event extends HasMetadata {
  readonly reason?: string;
  readonly message?: string;
}

export async function controllersOnServer(name: VocabularyName): Promise<ControllersOnServer> {
  const vocabulary = vocabularies[name];
  const directory = await temporaryDirectory();
  const server = await startApiServer({ dataDir: directory.path, securePort: 0, vocabulary: name });
  const configuration = loadClientConfiguration({ file: join(directory.path, 'admin.conf'), vocabulary });
  const client = new Client({ configuration, vocabulary });
  const running: RunningControllers[] = [];
  return {
    client,
    run: async (names, clock, flags = []) => {
      const argv = [`--data-dir=${directory.path}`, `--vocabulary=${name}`, ...flags];
      const { values } = readFlags({ command: '', summary: '', groups: controllerManagerGroups, argv });
      const entries = controllers.filter((entry) => names.includes(entry.name));
      const modules = await Promise.all(entries.map((entry) => entry.load(values)));
      const started = await runControllers(modules, { vocabulary, client, clock });
      running.push(started);
      return started;
    },
    untilEvent: async (text) => {
      const events = client.resource<Event>(builtinResources.events);
      const texts = async () => (await events.list()).items.map(({ reason, message }) => `${reason}: ${message}`);
      while (!(await texts()).includes(text));
    },
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()));
      await client.close();
      await server.stop();
      await directory.remove();
    },
  };
}
