import { Injectable } from '@nestjs/common';
import { formatTime } from '@orch/apimachinery';
import { ensureDefaultRoles } from '@orch/authorization';
import { LoopbackClient, Registry } from '@orch/registry';
import { ServedKinds } from '../context/served-kinds.js';
import { ServerContext } from '../context/server-context.js';
import { ensureNamespaces, ensureTokenTracking } from './cluster-objects.js';
import { controllerPolicy } from './controller-policy.js';
import { ensureServiceCidr } from './default-service-cidr.js';
import { keepFlowControlObjects } from './flow-control-objects.js';
import { ensurePriorityClasses } from './priority-classes.js';
import { ServiceAddressObjects } from './service-address-objects.js';

/**
 * The bootstrap objects: namespaces, default roles, priority classes, flow control, service ranges. Each server creates those that are
 * missing.
 */
@Injectable()
export class BootstrapObjects {
  readonly client: LoopbackClient;
  private readonly addresses: ServiceAddressObjects;
  private keepFlowControl: (() => Promise<void>) | undefined;

  constructor(
    private readonly context: ServerContext,
    private readonly registry: Registry,
    private readonly kinds: ServedKinds,
  ) {
    const { vocabulary, log } = context;
    this.client = new LoopbackClient(registry);
    this.addresses = new ServiceAddressObjects({ registry, vocabulary, log });
  }

  /** Creates them at the start. From here on the flow control objects and the addresses of services are maintained. @throws ApiError. */
  async create(): Promise<void> {
    try {
      await this.ensureAll();
    } finally {
      // Not awaited: the first start of a release with such objects makes one for each service.
      if (this.servesRanges) void this.addresses.begin();
    }
  }

  /** Creates missing ones again, also after `create` failed. @throws ApiError. */
  async restore(): Promise<void> {
    await this.ensureAll();
    if (this.servesRanges) await this.addresses.begin();
  }

  /** Whether an earlier start, or this one, created the namespaces, damaged ones included: then the server can be used without the others. */
  get exist(): boolean {
    const { namespaces } = this.context.vocabulary;
    return this.registry.has({ group: '', resource: 'namespaces' }, '', namespaces.default);
  }

  /** Ends when all attempts have ended. */
  private async ensureAll(): Promise<void> {
    for (const attempt of await Promise.allSettled([this.ensureFlowControl(), this.ensureDefaults()]))
      if (attempt.status === 'rejected') throw attempt.reason;
  }

  private async ensureFlowControl(): Promise<void> {
    const { options, vocabulary, clock, log } = this.context;
    if (this.keepFlowControl) await this.keepFlowControl();
    else if (options.flowLimits.priorityAndFairness)
      this.keepFlowControl = await keepFlowControlObjects(this.client, vocabulary, clock, log);
  }

  /** Releases before 1.33 do not serve the kinds of ranges and addresses. */
  private get servesRanges(): boolean {
    return this.kinds.served.some(({ gvk }) => gvk.kind === 'ServiceCIDR' && gvk.version === 'v1');
  }

  private async ensureDefaults(): Promise<void> {
    const { client } = this;
    const { vocabulary, features, clock, options } = this.context;
    const isServed = ({ group, resource }: { readonly group: string; readonly resource: string }): boolean =>
      this.kinds.served.some(({ gvr }) => gvr.group === group && gvr.resource === resource);
    await Promise.all([
      // Roles in a namespace require the namespace.
      ensureNamespaces(client, vocabulary).then(() =>
        Promise.all([
          ensureDefaultRoles(client, vocabulary, features, controllerPolicy(vocabulary, isServed)),
          ensureTokenTracking(client, vocabulary, formatTime(clock.now())),
        ]),
      ),
      ensurePriorityClasses(client, vocabulary),
      this.servesRanges &&
        ensureServiceCidr(client, vocabulary, options.serviceClusterIpRanges, formatTime(clock.now())),
    ]);
  }
}
