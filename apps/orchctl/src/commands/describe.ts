import { ApiError } from '@orch/apimachinery';
import { builtinResources, type HasMetadata } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import type { Command } from 'commander';
import type { Session } from '../connection/session.js';
import type { Output } from '../output.js';
import { describeObject } from '../printing/description.js';
import { age } from '../printing/object-table.js';
import { textTable } from '../printing/text-table.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { resolveTargets } from '../resources/targets.js';
import { allOptions, withSession } from './command-context.js';

interface DescribeOptions {
  readonly selector?: string;
  readonly allNamespaces?: boolean;
  readonly showEvents: boolean;
}

/** An event about an object, as the core group has it. */
interface ObjectEvent extends HasMetadata {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
}

export function addDescribe(program: Command, output: Output): void {
  program
    .command('describe')
    .description('show details and events of objects')
    .argument('<targets...>', 'TYPE [NAME...] or TYPE/NAME...')
    .option('-l, --selector <labels>', 'label selector')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('--show-events', 'include the events of each object', true)
    .option('--no-show-events', 'without events')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const options = allOptions<DescribeOptions>(command);
      await withSession(command, async (session) => {
        const texts: string[] = [];
        for (const object of await find(session, args, options)) {
          const events = options.showEvents ? await eventsText(session, object) : '';
          texts.push(describeObject({ ...withoutLastApplied(object, session.vocabulary) }) + events);
        }
        if (texts.length === 0) output.err('No resources found\n');
        else output.out(texts.join('\n\n'));
      });
    });
}

/** Omits the last-applied annotation, which repeats the whole object on one line. */
function withoutLastApplied(object: HasMetadata, { annotations: names }: Vocabulary): HasMetadata {
  const { [names.lastApplied]: hidden, ...annotations } = object.metadata.annotations ?? {};
  return hidden === undefined ? object : { ...object, metadata: { ...object.metadata, annotations } };
}

async function find(
  session: Session,
  args: readonly string[],
  options: DescribeOptions,
): Promise<readonly HasMetadata[]> {
  const namespace = options.allNamespaces ? '' : session.namespace;
  const objects: HasMetadata[] = [];
  for (const { entry, names } of await resolveTargets(session.catalog, args)) {
    const resource = scoped(session, entry, namespace);
    for (const name of names) objects.push(await resource.get(keyIn(entry, namespace, name)));
    if (names.length > 0) continue;
    const selector = options.selector === undefined ? {} : { labelSelector: options.selector };
    for await (const object of resource.listAll(selector)) objects.push(object);
  }
  return objects;
}

async function eventsText(session: Session, object: HasMetadata): Promise<string> {
  const { name = '', uid = '', namespace } = object.metadata;
  const events = session.client.resource<ObjectEvent>(builtinResources.events);
  const inNamespace = namespace === undefined ? events : events.namespace(namespace);
  let items: readonly ObjectEvent[];
  try {
    const fieldSelector = `involvedObject.name=${name},involvedObject.uid=${uid}`;
    items = (await inNamespace.list({ fieldSelector })).items;
  } catch (error) {
    // The user may have no permission to read events, and a server may not serve them: the object is shown anyway.
    if (error instanceof ApiError && (error.reason === 'Forbidden' || error.reason === 'NotFound')) return '';
    throw error;
  }
  if (items.length === 0) return 'Events:  <none>\n';
  const rows = items.map((event) => [
    event.type ?? '',
    event.reason ?? '',
    age(event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp, Date.now()),
    event.source?.component || event.reportingComponent || '',
    (event.message ?? '').trim().replaceAll('\n', ' '),
  ]);
  return `Events:\n${textTable(['TYPE', 'REASON', 'AGE', 'FROM', 'MESSAGE'], rows).replace(/^/gm, '  ').trimEnd()}\n`;
}
