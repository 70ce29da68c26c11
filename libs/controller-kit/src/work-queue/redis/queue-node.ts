import type { Cluster, Redis } from 'ioredis';

/** What becomes of the connection to the node that has the queues. */
export interface QueueNodeListener {
  /** Also when another node has them now: it may lack the last writes of the one before. */
  onReady(): void;
  onClose(): void;
}

/**
 * Follows the node of a cluster that has the queues. A cluster reports its own end only, after that of all of its nodes; commands for a node that
 * is away wait meanwhile.
 */
export class QueueNode {
  private slot: number | undefined;
  /** `HOST:PORT` of the node that was ready last. */
  private address: string | undefined;
  private isReady = false;

  /** @param key any of the queues: they have one hash slot. */
  constructor(
    private readonly cluster: Cluster,
    private readonly key: string,
    private readonly listener: QueueNodeListener,
  ) {
    cluster.on('+node', (node: Redis) => node.on('ready', this.look));
    cluster.on('-node', (node: Redis) => this.onEnd(addressOf(node)));
    cluster.on('refresh', this.look);
    cluster.on('ready', this.look);
  }

  private onEnd(address: string): void {
    if (address !== this.address || !this.isReady) return;
    this.isReady = false;
    this.listener.onClose();
  }

  private readonly look = (): void => void this.findNode();

  private async findNode(): Promise<void> {
    const slot = (this.slot ??= await this.slotOfKey());
    const address = slot === undefined ? undefined : this.cluster.slots[slot]?.[0];
    const node = this.cluster.nodes('master').find((each) => addressOf(each) === address);
    if (node?.status !== 'ready' || (this.isReady && address === this.address)) return;
    if (this.isReady) this.listener.onClose();
    this.address = address;
    this.isReady = true;
    this.listener.onReady();
  }

  /** Undefined: no node has answered; the next event asks again. */
  private slotOfKey(): Promise<number | undefined> {
    return this.cluster.cluster('KEYSLOT', this.key).then(Number, () => undefined);
  }
}

const addressOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`;
