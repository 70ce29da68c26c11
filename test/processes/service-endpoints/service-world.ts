import type { Endpoints, Pod, Service } from '@orch/api';
import { builtinResources, ObjectCache, reflect, type HasMetadata } from '@orch/client';
import { systemClock } from '@orch/apimachinery';
import { untilObject, type TestControlPlane } from '@orch/testing';
import { filter, firstValueFrom, map, tap, timeout } from 'rxjs';

/** A slice, with the fields that tests look at. */
export interface Slice extends HasMetadata {
  readonly addressType: string;
  /** Null: none. */
  readonly endpoints: readonly SliceEndpoint[] | null;
  readonly ports: readonly { readonly name: string; readonly port: number }[] | null;
}

export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly targetRef?: { readonly name: string };
  readonly zone?: string;
  readonly hints?: object;
}

const LIMIT_MS = 30_000;

/** Facts of the status of a pod. */
export interface PodState {
  readonly ip?: string;
  readonly ready?: boolean;
}

/** Services, pods and their status in one namespace of a server. No node agent runs: the test sets the status. */
export class ServiceWorld {
  constructor(
    readonly plane: TestControlPlane,
    readonly namespace: string,
  ) {}

  readonly pods = () => this.plane.client.resource<Pod>(builtinResources.pods);
  readonly services = () => this.plane.client.resource<Service>(builtinResources.services);
  readonly endpoints = () => this.plane.client.resource<Endpoints>(builtinResources.endpoints);

  readonly slices = () => this.plane.client.resource<Slice>(builtinResources.endpointSlices);
  readonly nodes = () => this.plane.client.resource<HasMetadata>(builtinResources.nodes);

  at(name: string) {
    return { namespace: this.namespace, name };
  }

  async begin(): Promise<void> {
    const metadata = { name: this.namespace };
    await this.plane.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  }

  /** A service with port `http`, which is port `web` of its pods. */
  service(name: string, spec: object = {}, metadata: object = {}): Promise<Service> {
    return this.services().create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...this.at(name), ...metadata },
      spec: { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 'web' }], ...spec },
    } as Service);
  }

  /** A pod with label `app`, on `node-1` by default, with a port `web`. */
  async pod(name: string, app: string, state: PodState, spec: object = {}): Promise<void> {
    await this.pods().create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...this.at(name), labels: { app } },
      spec: {
        nodeName: 'node-1',
        containers: [{ name: 'c', image: 'example.com/c:1', ports: [{ name: 'web', containerPort: 8080 }] }],
        ...spec,
      },
    } as Pod);
    await this.state(name, state);
  }

  async state(name: string, { ip, ready = true }: PodState): Promise<void> {
    const status = {
      phase: 'Running',
      ...(ip === undefined ? {} : { podIP: ip, podIPs: [{ ip }] }),
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: new Date().toISOString() }],
    };
    await this.pods().subresource('status').patch(this.at(name), 'merge', { status });
  }

  /** Waits until the Endpoints of a service have these addresses, in any order. */
  untilEndpoints(
    name: string,
    ready: readonly string[],
    notReady: readonly string[] = [],
  ): Promise<Endpoints | undefined> {
    const sorted = (ips: readonly string[]): string => ips.toSorted().join();
    const of = (object: Endpoints | undefined, part: 'addresses' | 'notReadyAddresses') =>
      sorted((object?.subsets ?? []).flatMap((subset) => (subset[part] ?? []).map(({ ip }) => ip)));
    return untilObject(
      this.endpoints(),
      this.at(name),
      `addresses ${ready.length} ready, ${notReady.length} not ready`,
      (object) =>
        object !== undefined && of(object, 'addresses') === sorted(ready) && of(object, 'notReadyAddresses') === sorted(notReady), // prettier-ignore
    );
  }

  /**
   * Waits until the slices of a service satisfy the condition.
   * @param manager value of their label; default: the controller of services with a selector.
   */
  async untilSlices(
    name: string,
    what: string,
    wanted: (slices: readonly Slice[]) => boolean,
    manager = this.plane.vocabulary.labels.sliceManager.controller,
  ): Promise<readonly Slice[]> {
    const { serviceName, sliceManager } = this.plane.vocabulary.labels;
    const labelSelector = `${serviceName}=${name},${sliceManager.label}=${manager}`;
    const cache = new ObjectCache<Slice>();
    const reached = reflect<Slice>(this.slices().namespace(this.namespace), {
      clock: systemClock,
      random: Math.random,
      labelSelector,
    }).pipe(
      tap((event) => {
        if (event.type === 'REPLACE') cache.replaceAll(event.objects);
        else if (event.type === 'DELETED') cache.remove(event.object);
        else if (event.type !== 'BOOKMARK') cache.put(event.object);
      }),
      map(() => cache.list()),
      filter(wanted),
      timeout(LIMIT_MS),
    );
    try {
      return await firstValueFrom(reached);
    } catch (error) {
      throw new Error(`timed out waiting for ${what} of ${name}; last observed: ${JSON.stringify(cache.list())}`, {
        cause: error,
      });
    }
  }

  node(name: string, zone: string): Promise<HasMetadata> {
    const labels = { [this.plane.vocabulary.labels.zone]: zone };
    return this.nodes().create({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels } });
  }
}

export const endpointsOf = (slices: readonly Slice[]): SliceEndpoint[] =>
  slices.flatMap(({ endpoints }) => endpoints ?? []);

/** Addresses of endpoints that are ready, sorted. */
export const readyAddresses = (slices: readonly Slice[]): string[] =>
  endpointsOf(slices)
    .filter(({ conditions }) => conditions.ready)
    .map(({ addresses }) => addresses[0]!)
    .toSorted();
