import { computed, signal } from '@preact/signals';
import { ApiClient } from '../api/client';
import { discover } from '../api/discovery';
import { failureOf } from '../api/failure';
import { listAt, textAt } from '../api/object';
import { apiVersionOf, pathOf, type Resource } from '../api/resource';
import { allows, allowsPath, EVERYWHERE, type Rights, rightsIn } from '../api/rights';
import { MultiplexedWatches } from '../watch/multiplexer';
import type { WatchTransport } from '../watch/transport';
import { tokenExpiry } from './token-expiry';

const NO_RIGHTS: Rights = { rules: [], paths: [], isIncomplete: false };

/** Everything that lives from sign-in to sign-out. */
export class Session {
  readonly resources = signal<readonly Resource[]>([]);
  readonly user = signal({ name: '', groups: [] as readonly string[] });
  readonly warning = signal('');
  /** Rights by namespace; those in `EVERYWHERE` hold in all. */
  private readonly rights = signal<ReadonlyMap<string, Rights>>(new Map());
  /** Answered with 403: not requested again in this session. */
  private readonly refused = signal<ReadonlySet<string>>(new Set());
  private readonly asked = new Set<string>();
  readonly byId = computed(() => new Map(this.resources.value.map((r) => [`${r.group}/${r.resource}`, r])));

  private constructor(
    readonly client: ApiClient,
    readonly watches: WatchTransport,
    /** When the token of the user expires, milliseconds since 1970; undefined when it does not say. */
    readonly expires: number | undefined,
  ) {}

  /**
   * @param token undefined: the browser's client certificate.
   * @param onEnd called when the server no longer accepts the credentials of the session.
   * @throws ApiFailure when it does not accept them now.
   */
  static async open(token: string | undefined, onEnd: (ended: Session) => void): Promise<Session> {
    let warn = (_text: string): void => undefined;
    let end = (): void => undefined;
    const client = new ApiClient(
      token,
      () => end(),
      (text) => warn(text),
    );
    const resources = await discover(client);
    const session = new Session(client, new MultiplexedWatches(client), tokenExpiry(token));
    warn = (text) => (session.warning.value = text);
    end = () => onEnd(session);
    session.resources.value = resources;
    try {
      await Promise.all([session.askWho(), session.learnRights(EVERYWHERE)]);
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  close(): void {
    this.watches.close();
  }

  /** The kind with this plural in any group, or in the given one. */
  find(resource: string, group?: string): Resource | undefined {
    if (group !== undefined) return this.byId.value.get(`${group}/${resource}`);
    return this.resources.value.find((found) => found.resource === resource);
  }

  ofKind(apiVersion: string, kind: string): Resource | undefined {
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    return this.resources.value.find((found) => found.group === group && found.kind === kind);
  }

  async refreshResources(): Promise<void> {
    this.resources.value = await discover(this.client);
  }

  /** Asks once for the rights in a namespace. */
  async learnRights(namespace: string): Promise<void> {
    const review = this.find('selfsubjectrulesreviews');
    if (this.asked.has(namespace) || review === undefined) return;
    this.asked.add(namespace);
    try {
      const rights = await rightsIn(this.client, review, namespace);
      this.rights.value = new Map(this.rights.value).set(namespace, rights);
    } catch (error) {
      if (failureOf(error).code === 401) throw error;
      // Unknown rights are tried; what is refused then is remembered.
      this.rights.value = new Map(this.rights.value).set(namespace, { rules: [], paths: [], isIncomplete: true });
    }
  }

  /** Whether the answer of `learnRights` is there. */
  knowsRights(namespace: string): boolean {
    return namespace === '' || this.rights.value.has(namespace);
  }

  /**
   * Whether the user may: false also for what the server refused before.
   * @param namespace '' for kinds without one, and for all namespaces together.
   * @param subresource as in `pods/log`.
   */
  may(verb: string, resource: Resource, namespace: string, name?: string, subresource?: string): boolean {
    const path = subresource === undefined ? resource.resource : `${resource.resource}/${subresource}`;
    if (this.refused.value.has(refusal(verb, resource, namespace))) return false;
    const everywhere = this.rights.value.get(EVERYWHERE) ?? NO_RIGHTS;
    const here = namespace === '' ? NO_RIGHTS : (this.rights.value.get(namespace) ?? NO_RIGHTS);
    if (everywhere.isIncomplete || here.isIncomplete) return true;
    return [everywhere, here].some((rights) => allows(rights, verb, resource.group, path, name));
  }

  /** Whether the user may read a path such as `/metrics`. */
  mayRead(path: string): boolean {
    return allowsPath(this.rights.value.get(EVERYWHERE) ?? NO_RIGHTS, path);
  }

  /** The server answered 403. */
  remember(verb: string, resource: Resource, namespace: string): void {
    this.refused.value = new Set(this.refused.value).add(refusal(verb, resource, namespace));
  }

  private async askWho(): Promise<void> {
    const review = this.find('selfsubjectreviews');
    if (review === undefined) return;
    const body = { apiVersion: apiVersionOf(review), kind: review.kind };
    const answer = await this.client.json<unknown>(pathOf(review), { method: 'POST', body });
    this.user.value = {
      name: textAt(answer, 'status', 'userInfo', 'username'),
      groups: listAt(answer, 'status', 'userInfo', 'groups').map(String),
    };
  }
}

const refusal = (verb: string, { group, resource }: Resource, namespace: string): string =>
  `${verb} ${group}/${resource} ${namespace}`;
