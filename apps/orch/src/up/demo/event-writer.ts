import { formatTime } from '@orch/apimachinery';
import { builtinResources, resolveResource, type Client, type HasMetadata } from '@orch/client';
import { type DemoEvent, referenceText } from './demo-object.js';

/** Writes events, the same one again as a higher count, as recorders of controllers do. */
export class EventWriter {
  constructor(
    private readonly client: Client,
    private readonly uids: ReadonlyMap<string, string>,
  ) {}

  /** Nothing is written about an object that is gone. @throws ApiError @throws TransportError */
  async write(
    { about, type, reason, message, component }: DemoEvent,
    nowMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const uid = this.uids.get(referenceText(about));
    if (uid === undefined) return;
    const events = this.client.resource<HasMetadata & { count?: number }>(builtinResources.events);
    const key = { namespace: about.namespace ?? 'default', name: `${about.name}.${reason.toLowerCase()}` };
    const last = { lastTimestamp: formatTime(nowMs) };
    const before = await events.find(key, { signal });
    if (before !== undefined) {
      await events.patch(key, 'merge', { ...last, count: (before.count ?? 0) + 1 }, { signal });
      return;
    }
    const { group, version } = resolveResource(about.resource, this.client.vocabulary);
    const { namespace, name } = about;
    const event = {
      metadata: key,
      involvedObject: {
        ...{ apiVersion: group === '' ? version : `${group}/${version}`, kind: about.resource.kind },
        ...{ ...(namespace !== undefined && { namespace }), name, uid },
      },
      ...{ type, reason, message, source: { component }, firstTimestamp: formatTime(nowMs), count: 1, ...last },
    };
    await events.createIfAbsent(event, { signal });
  }
}
