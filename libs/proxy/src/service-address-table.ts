import type { ServiceAddress } from './service-address.js';

/** Where a service is reached, set by the operator. */
export interface FixedServiceAddress extends ServiceAddress {
  readonly namespace: string;
  readonly name: string;
  /** Port of the service. Undefined: all of its ports. */
  readonly servicePort: number | undefined;
}

/** Addresses of services that are known without objects: where no cluster network leads to them. */
export class ServiceAddressTable {
  private readonly byService: ReadonlyMap<string, ServiceAddress>;

  /** @param entries of several for the same service and port the last one applies. */
  constructor(entries: readonly FixedServiceAddress[]) {
    this.byService = new Map(
      entries.map(({ namespace, name, servicePort, host, port }) => [
        keyOf(namespace, name, servicePort),
        { host, port },
      ]),
    );
  }

  /** The address of a port of a service: its own one, else that of all ports. Undefined: none is set. */
  find(namespace: string, name: string, port: number): ServiceAddress | undefined {
    return this.byService.get(keyOf(namespace, name, port)) ?? this.byService.get(keyOf(namespace, name, undefined));
  }
}

const keyOf = (namespace: string, name: string, port: number | undefined): string =>
  `${namespace}/${name}:${port ?? '*'}`;
