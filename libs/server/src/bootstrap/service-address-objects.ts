import type { IPAddress } from '@orch/api';
import { holdingsOf } from '@orch/admission';
import { ipFamilyOf, type ApiObject } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { LoopbackClient, type Change, type Entry, type Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';

/** Writes at a time: they share commits. */
const AT_ONCE = 64;
const SERVICES = { group: '', resource: 'services' };

interface ServiceKey {
  readonly namespace: string;
  readonly name: string;
}

/** Dependencies of the IPAddress objects of services. */
export interface ServiceAddressParts {
  readonly registry: Registry;
  readonly vocabulary: Vocabulary;
  readonly log: Logger;
}

/**
 * Keeps an IPAddress for each cluster address of a service: from the event of the service on, and again when a client deletes it. Those of
 * other owners, without the label, are left alone. A failure is logged, and repaired by the next `begin`. Ends with the registry.
 */
export class ServiceAddressObjects {
  private readonly client: LoopbackClient;
  private readonly addresses: { readonly group: string; readonly resource: string };
  /** Addresses to look at, with the service that may have it. */
  private readonly pending = new Map<string, ServiceKey | undefined>();
  private turn: Promise<void> | undefined;
  private begun = false;
  private ended = false;

  constructor(private readonly parts: ServiceAddressParts) {
    this.client = new LoopbackClient(parts.registry);
    this.addresses = { group: parts.vocabulary.groups.networking, resource: 'ipaddresses' };
  }

  /** Brings them in line with the stored services, and keeps them so from here on. Again: brings them in line again. Never rejects. */
  begin(): Promise<void> {
    if (!this.begun) this.follow();
    this.begun = true;
    return this.keepAll();
  }

  private follow(): void {
    const { registry } = this.parts;
    registry.changesOf(this.addresses).subscribe((change) => this.noteAddress(change));
    registry.changesOf(SERVICES).subscribe({
      next: (change) => this.noteService(change),
      complete: () => (this.ended = true),
    });
  }

  /** Looks at all services and all addresses. */
  private keepAll(): Promise<void> {
    const { registry } = this.parts;
    for (const address of registry.readUndamaged(this.addresses)) this.add(address.metadata.name ?? '');
    for (const service of registry.entriesOf(SERVICES)) this.addHeld(service);
    return this.run();
  }

  private noteService({ type, entry, previous }: Change): void {
    if (previous) for (const ip of holdingsOf(previous).addresses) this.add(ip);
    if (type !== 'DELETED') this.addHeld(entry);
    void this.run();
  }

  private noteAddress({ type, entry }: Change): void {
    if (type !== 'DELETED') return;
    this.add(entry.name, parentOf(entry.parse()));
    void this.run();
  }

  private addHeld(service: Entry): void {
    const { addresses, owner } = holdingsOf(service);
    for (const ip of addresses) this.add(ip, owner);
  }

  private add(ip: string, service?: ServiceKey): void {
    this.pending.set(ip, service ?? this.pending.get(ip));
  }

  /** One run at a time: what is added meanwhile is its work, too. */
  private run(): Promise<void> {
    return (this.turn ??= this.work().finally(() => (this.turn = undefined)));
  }

  private async work(): Promise<void> {
    while (this.pending.size > 0 && !this.ended) {
      const next = [...this.pending].slice(0, AT_ONCE);
      for (const [ip] of next) this.pending.delete(ip);
      await Promise.all(next.map(([ip, service]) => this.keep(ip, service)));
    }
  }

  private async keep(ip: string, service: ServiceKey | undefined): Promise<void> {
    try {
      await this.reconcile(ip, service);
    } catch (error) {
      this.parts.log.warn('the address of a service could not be recorded', { address: ip, error });
    }
  }

  private async reconcile(ip: string, service: ServiceKey | undefined): Promise<void> {
    const resource = `${this.addresses.resource}.${this.addresses.group}`;
    const current = this.client.read(resource, '', ip);
    if (current && (!this.isOwn(current) || this.holds(parentOf(current), ip))) return;
    if (current) await this.client.remove(resource, '', ip, current.metadata.resourceVersion);
    if (service && this.holds(service, ip)) await this.client.createIfAbsent(resource, '', this.record(ip, service));
  }

  private isOwn({ metadata }: ApiObject): boolean {
    const { addressManager } = this.parts.vocabulary.labels;
    return metadata.labels?.[addressManager.label] === addressManager.services;
  }

  private holds(key: ServiceKey | undefined, ip: string): boolean {
    const service = key && this.parts.registry.entryOf(SERVICES, key.namespace, key.name);
    return service !== undefined && holdingsOf(service).addresses.includes(ip);
  }

  private record(ip: string, { namespace, name }: ServiceKey): ApiObject {
    const { labels, groups } = this.parts.vocabulary;
    return {
      apiVersion: `${groups.networking}/v1`,
      kind: 'IPAddress',
      metadata: {
        name: ip,
        labels: {
          [labels.addressFamily]: ipFamilyOf(ip) ?? '',
          [labels.addressManager.label]: labels.addressManager.services,
        },
      },
      spec: { parentRef: { resource: SERVICES.resource, namespace, name } },
    } as ApiObject;
  }
}

/** The service that an address is of; undefined for that of another object. */
function parentOf(address: ApiObject): ServiceKey | undefined {
  const { group = '', resource, namespace = '', name = '' } = (address as IPAddress).spec?.parentRef ?? {};
  return group === SERVICES.group && resource === SERVICES.resource ? { namespace, name } : undefined;
}
