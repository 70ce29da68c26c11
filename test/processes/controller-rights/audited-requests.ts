import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** An audit event, as far as it says who asked for what. */
export interface AuditedRequest {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code: number };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The audit log of a server, followed. */
export class AuditedRequests {
  constructor(private readonly file: string) {}

  /**
   * Resolves when the log satisfies the condition.
   * @throws Error with what is missing, when it does not within 30 s.
   */
  async until(condition: (requests: readonly AuditedRequest[]) => boolean, missing: () => string): Promise<void> {
    const limit = AbortSignal.timeout(30_000);
    for await (const _change of this.changes(limit)) if (condition(await this.all())) return;
    throw new Error(missing());
  }

  async all(): Promise<readonly AuditedRequest[]> {
    const lines = (await readFile(this.file, 'utf8')).split('\n');
    // The last line may be incomplete.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as AuditedRequest);
  }

  /** Once at the beginning, then after each change of the file, until the limit. */
  private async *changes(limit: AbortSignal): AsyncGenerator<void> {
    let changed = (): void => undefined;
    const watcher = watch(this.file, () => changed());
    limit.addEventListener('abort', () => changed());
    try {
      while (!limit.aborted) {
        const next = new Promise<void>((resolve) => (changed = resolve));
        yield;
        await next;
      }
    } finally {
      watcher.close();
    }
  }
}
