import type { APIService } from '@orch/api';
import type { RequestInfo } from '@orch/http';
import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { remoteServiceOf, type RemoteService } from './remote-service.js';

/** Paths of discovery and of the OpenAPI document of one group version. */
const DOCUMENT = /^(?:\/openapi\/v3)?\/apis\/([^/]+\/[^/]+)$/;

/**
 * The group versions that other API servers serve. An APIService is read from the events of the store, in the turn in which it becomes
 * visible: so its change is in force before the answer to the write that changed it.
 */
export class RemoteServices {
  private readonly byGroupVersion = new Map<string, RemoteService>();

  constructor(private readonly vocabulary: Vocabulary) {}

  /** Whether there is none: then no request needs a look. */
  get isEmpty(): boolean {
    return this.byGroupVersion.size === 0;
  }

  get all(): Iterable<RemoteService> {
    return this.byGroupVersion.values();
  }

  named(name: string): RemoteService | undefined {
    const dot = name.indexOf('.');
    return this.byGroupVersion.get(`${name.slice(dot + 1)}/${name.slice(0, dot)}`);
  }

  /**
   * Who serves a request, if another API server does: objects, discovery of its group version, and its OpenAPI document. No other path is
   * passed on: it was authorized as a path, not as the resource that the other server would find in it.
   */
  serving(info: RequestInfo): RemoteService | undefined {
    if (info.isResource) return this.byGroupVersion.get(`${info.group}/${info.version}`);
    const groupVersion = DOCUMENT.exec(info.path)?.[1];
    return groupVersion === undefined ? undefined : this.byGroupVersion.get(groupVersion);
  }

  follow(registry: Registry): void {
    const resource = { group: this.vocabulary.groups.apiregistration, resource: 'apiservices' };
    registry.changesOf(resource).subscribe(({ type, entry }) => {
      if (type === 'DELETED') this.remove(entry.name);
      else this.set(entry.parse() as unknown as APIService);
    });
    for (const entry of registry.entriesOf(resource)) this.set(entry.parse() as unknown as APIService);
  }

  /** The core group and APIServices themselves are always served here: a wrong APIService can be put right. */
  private set(object: APIService): void {
    const remote = remoteServiceOf(object);
    if (!remote || remote.group === '' || remote.group === this.vocabulary.groups.apiregistration)
      return this.remove(object.metadata.name!);
    this.byGroupVersion.set(`${remote.group}/${remote.version}`, remote);
  }

  private remove(name: string): void {
    const dot = name.indexOf('.');
    this.byGroupVersion.delete(`${name.slice(dot + 1)}/${name.slice(0, dot)}`);
  }
}
