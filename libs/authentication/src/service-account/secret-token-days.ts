import type { Clock } from '@orch/apimachinery';
import { LRUCache } from 'lru-cache';
import type { LoopbackClient, PartReader } from '@orch/registry';
import type { Logger } from '@orch/process';
import { SECRETS } from './token-revocation.js';

const DAY_MS = 24 * 3_600_000;
/** Secrets that are not tried again the same day, whether their write runs or failed. */
const MAX_TRIED = 1_024;
/** A larger Secret has more than a token: it is not labelled, since a write decodes it on the event loop. */
const MAX_SECRET_BYTES = 65_536;

/** Dependencies of {@link SecretTokenDays}. */
export interface SecretTokenParts {
  readonly reader: PartReader;
  readonly writes: Pick<LoopbackClient, 'change'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Labels token Secrets with the day (UTC) on which their token was last used: kube-controller-manager removes tokens that were not used for a
 * year. Requests do not wait for the write, one a day and Secret; one that fails is tried again the next day. Secrets of more than 64 KiB are
 * not labelled.
 */
export class SecretTokenDays {
  /** Days of writes that have not succeeded, by Secret. */
  private readonly tried = new LRUCache<string, string>({ max: MAX_TRIED });

  /** @param label the name of the label. */
  constructor(
    private readonly label: string,
    private readonly parts: SecretTokenParts,
  ) {}

  /** The token of the Secret was used now. */
  used(namespace: string, secret: string): void {
    const { reader, clock, log } = this.parts;
    const today = dayOf(clock.now());
    if (this.isCurrent(reader.partOf(SECRETS, namespace, secret, ['metadata', 'labels', this.label])?.toString()))
      return;
    const key = `${namespace}/${secret}`;
    if (this.tried.get(key) === today) return;
    this.tried.set(key, today);
    const bytes = reader.partOf(SECRETS, namespace, secret, [])?.length;
    if (bytes === undefined || bytes > MAX_SECRET_BYTES) return;
    this.write(namespace, secret, today).then(
      () => void this.tried.delete(key),
      (error: unknown) => log.warn('use of a token Secret not recorded', { namespace, secret, error }),
    );
  }

  /** Also tomorrow: the clock of another server may be ahead. @param text JSON. */
  private isCurrent(text: string | undefined): boolean {
    const nowMs = this.parts.clock.now();
    return text === JSON.stringify(dayOf(nowMs)) || text === JSON.stringify(dayOf(nowMs + DAY_MS));
  }

  private async write(namespace: string, secret: string, today: string): Promise<void> {
    await this.parts.writes.change('secrets', namespace, secret, (current) => {
      const { labels } = current.metadata;
      if (this.isCurrent(JSON.stringify(labels?.[this.label]))) return current; // another server was first
      return { ...current, metadata: { ...current.metadata, labels: { ...labels, [this.label]: today } } };
    });
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, '2024-03-01'.length);
