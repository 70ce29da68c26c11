import type { ApiClient } from '../api/client';
import { tableType } from '../api/media-types';
import { ApiFailure, failureOf, type Status } from '../api/failure';
import { PageTokens } from '../api/page-tokens';
import { type Column, columnsOf, type Row, rowsOf, type TableAnswer } from '../api/table';
import { Backoff } from '../watch/backoff';
import type { WatchEvent, WatchTransport } from '../watch/transport';
import { listPath, type ListQuery, PAGE_SIZE, watchPath } from './list-query';

/** Rows up to which all pages are loaded at once: a server may have pages without an end. */
const MOST_ROWS = 250_000;

/** Changes that are kept for `takeChanges`: of more, it is as fast to look at all rows. */
const MOST_CHANGES = 2_000;

export type LiveTableState = 'loading' | 'live' | 'behind' | 'failed';

/**
 * The rows of a list, kept up to date by a watch. Large lists are read in pages: the first, then as many as are asked for.
 *
 * A list that has to be read again (410) replaces the rows when it is complete to the point reached before, so nothing disappears meanwhile.
 * `behind`: the rows are those of the last connection. `failed`: see `failure`; nothing more is requested.
 */
export class LiveTable {
  columns: readonly Column[] = [];
  rows: ReadonlyMap<string, Row> = new Map();
  /** Objects on the server that match, loaded or not. */
  total = 0;
  isComplete = false;
  isLoadingMore = false;
  state: LiveTableState = 'loading';
  failure: ApiFailure | undefined;

  private loaded = new Map<string, Row>();
  /** Undefined: too many, or other rows altogether. */
  private changes: Map<string, Row | undefined> | undefined;
  /** Deleted since the list began: a page of that time may still contain them. */
  private readonly deleted = new Set<string>();
  private token: string | undefined;
  private tokens = new PageTokens();
  private resourceVersion = '';
  private isStopped = false;
  private endWatch: (() => void) | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();
  /** Lists begun: an answer for an earlier one is dropped. */
  private generation = 0;

  /** @param onChange called after each change; many may come in one turn. */
  constructor(
    private readonly client: Pick<ApiClient, 'json'>,
    private readonly watches: Pick<WatchTransport, 'open'>,
    private readonly query: ListQuery,
    private readonly onChange: () => void,
  ) {}

  start(): void {
    void this.list(1);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    this.endWatch?.();
  }

  /**
   * What changed since the last call: by key, the rows as they were then, undefined for new ones. What they are now is in `rows`.
   * @returns undefined: any row may have changed.
   */
  takeChanges(): ReadonlyMap<string, Row | undefined> | undefined {
    const { changes } = this;
    this.changes = new Map();
    return changes;
  }

  /** Reads the next page, or all of them, unless that is under way or the list is complete. */
  async loadMore(all = false): Promise<void> {
    if (this.token === undefined || this.isLoadingMore || this.isStopped) return;
    this.isLoadingMore = true;
    this.onChange();
    const { generation } = this;
    try {
      do {
        const page = await this.client.json<TableAnswer>(listPath(this.query, this.token), { accept: tableType() });
        if (this.isStopped || generation !== this.generation) return;
        this.add(page);
        this.onChange();
      } while (all && this.token !== undefined && this.loaded.size < MOST_ROWS);
    } catch (error) {
      if (generation === this.generation) this.pageFailed(failureOf(error), all);
    } finally {
      if (generation === this.generation) this.isLoadingMore = false;
      this.onChange();
    }
  }

  private pageFailed(failure: ApiFailure, all: boolean): void {
    // The snapshot that the pages belong to is no longer kept.
    if (failure.code === 410) void this.list(all ? Infinity : this.loaded.size + PAGE_SIZE);
    else if (!failure.isTemporary) this.fail(failure);
  }

  /** Reads at least `wanted` rows (or all there are), then shows them and watches from there. */
  private async list(wanted: number): Promise<void> {
    const generation = ++this.generation;
    this.isLoadingMore = false;
    this.endWatch?.();
    this.endWatch = undefined;
    try {
      const first = await this.client.json<TableAnswer>(listPath(this.query), { accept: tableType() });
      if (this.isStopped || generation !== this.generation) return;
      const rows = new Map<string, Row>();
      const tokens = new PageTokens();
      let page = first;
      let token = take(page, rows, tokens);
      while (rows.size < Math.min(wanted, MOST_ROWS) && token !== undefined) {
        page = await this.client.json<TableAnswer>(listPath(this.query, token), { accept: tableType() });
        if (this.isStopped || generation !== this.generation) return;
        token = take(page, rows, tokens);
      }
      this.deleted.clear();
      this.loaded = rows;
      this.changes = undefined;
      this.columns = columnsOf(first) ?? [];
      this.resourceVersion = first.metadata?.resourceVersion ?? '';
      this.tokens = tokens;
      this.progress(page, token);
      this.failure = undefined;
      this.state = 'live';
      this.backoff.succeeded();
      this.watch();
    } catch (error) {
      if (this.isStopped || generation !== this.generation) return;
      const failure = failureOf(error);
      if (failure.isTemporary || failure.code === 410) this.again(failure, () => void this.list(wanted));
      else this.fail(failure);
    }
    this.onChange();
  }

  private add(page: TableAnswer): void {
    const before = this.loaded.size;
    for (const row of rowsOf(page)) {
      // What the watch reported is newer than the page.
      if (this.loaded.has(row.key) || this.deleted.has(row.key)) continue;
      this.note(row.key);
      this.loaded.set(row.key, row);
    }
    this.progress(page, this.tokens.next(page.metadata?.continue, this.loaded.size - before));
  }

  /** @param token of the next page. */
  private progress(page: TableAnswer, token: string | undefined): void {
    this.rows = this.loaded;
    this.token = token;
    this.isComplete = this.token === undefined;
    if (this.isComplete) this.total = this.loaded.size;
    else this.total = Math.max(this.total, this.loaded.size + (page.metadata?.remainingItemCount ?? 1));
  }

  private watch(): void {
    if (!this.query.resource.verbs.includes('watch')) return;
    this.endWatch = this.watches.open(watchPath(this.query, this.resourceVersion), tableType(), {
      started: () => {
        this.state = 'live';
        this.failure = undefined;
        this.onChange();
      },
      event: (event) => this.receive(event),
      end: (code, status) => this.watchEnded(code, status),
    });
  }

  private receive({ type, object }: WatchEvent): void {
    if (type === 'ERROR') {
      this.endWatch?.();
      const status = object as Status;
      this.watchEnded(status.code ?? 500, status);
      return;
    }
    const table = object as TableAnswer;
    // First: it throws for what is not a table.
    const rows = type === 'BOOKMARK' ? [] : rowsOf(table);
    this.backoff.succeeded();
    if (table.metadata?.resourceVersion) this.resourceVersion = table.metadata.resourceVersion;
    if (type === 'BOOKMARK') return;
    if (this.columns.length === 0) this.columns = columnsOf(table) ?? [];
    for (const row of rows) this.change(type, row);
    this.onChange();
  }

  private change(type: 'ADDED' | 'MODIFIED' | 'DELETED', row: Row): void {
    this.note(row.key);
    if (type === 'DELETED') {
      if (this.loaded.delete(row.key) || !this.isComplete) this.total--;
      if (!this.isComplete) this.deleted.add(row.key);
      return;
    }
    this.deleted.delete(row.key);
    if (type === 'ADDED' && !this.loaded.has(row.key)) this.total++;
    this.loaded.set(row.key, row);
  }

  /** Keeps the row for `takeChanges`, before it changes. */
  private note(key: string): void {
    if (this.changes === undefined || this.changes.has(key)) return;
    if (this.changes.size < MOST_CHANGES) this.changes.set(key, this.loaded.get(key));
    else this.changes = undefined;
  }

  private watchEnded(code: number, status: Status | null): void {
    this.endWatch = undefined;
    if (this.isStopped) return;
    if (code === 410) {
      void this.list(Math.max(PAGE_SIZE, this.loaded.size));
      return;
    }
    const failure = new ApiFailure(code, status?.message ?? `The watch ended with ${code}.`, status);
    // The transport waits until there is a connection, so the watch is opened at once, as after its usual end.
    if (code === 200) this.watch();
    else if (code === 0) {
      this.state = 'behind';
      this.watch();
    } else if (failure.isTemporary) this.again(failure, () => this.watch());
    else this.fail(failure);
    this.onChange();
  }

  private again(failure: ApiFailure, attempt: () => void): void {
    this.failure = failure;
    if (this.state !== 'loading') this.state = 'behind';
    this.retry = setTimeout(attempt, this.backoff.nextMs());
  }

  private fail(failure: ApiFailure): void {
    this.state = 'failed';
    this.failure = failure;
  }
}

/** Adds the rows of a page. @returns the token of the next one. */
function take(page: TableAnswer, rows: Map<string, Row>, tokens: PageTokens): string | undefined {
  const before = rows.size;
  for (const row of rowsOf(page)) rows.set(row.key, row);
  return tokens.next(page.metadata?.continue, rows.size - before);
}
