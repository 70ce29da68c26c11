import { Injectable } from '@nestjs/common';
import { ensureDefaultRoles } from '@orch/authorization';
import { LoopbackClient, Registry } from '@orch/registry';
import { ServerContext } from '../context/server-context.js';
import { ensureNamespaces } from './cluster-objects.js';
import { keepFlowControlObjects } from './flow-control-objects.js';
import { ensurePriorityClasses } from './priority-classes.js';

/**
 * The bootstrap objects: namespaces, default roles, priority classes, flow control. Each server creates those that are
 * missing.
 */
@Injectable()
export class BootstrapObjects {
  readonly client: LoopbackClient;
  private keepFlowControl: (() => Promise<void>) | undefined;

  constructor(
    private readonly context: ServerContext,
    registry: Registry,
  ) {
    this.client = new LoopbackClient(registry);
  }

  /** Creates them at the start. From here on the flow control objects are maintained. @throws ApiError. */
  async create(): Promise<void> {
    const { options, vocabulary, clock, log } = this.context;
    const isFair = options.flowLimits.priorityAndFairness;
    [this.keepFlowControl] = await Promise.all([
      isFair ? keepFlowControlObjects(this.client, vocabulary, clock, log) : undefined,
      this.ensureDefaults(),
    ]);
  }

  /** Creates missing ones again. @throws ApiError. */
  async restore(): Promise<void> {
    await Promise.all([this.ensureDefaults(), this.keepFlowControl?.()]);
  }

  private async ensureDefaults(): Promise<void> {
    const { client } = this;
    const { vocabulary } = this.context;
    await Promise.all([
      // Roles in a namespace require the namespace.
      ensureNamespaces(client, vocabulary).then(() => ensureDefaultRoles(client, vocabulary)),
      ensurePriorityClasses(client, vocabulary),
    ]);
  }
}
