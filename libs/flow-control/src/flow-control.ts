import { CATCH_ALL, mandatoryLevels, mandatorySchemas, type UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { RequestInfo } from '@orch/http';
import { type ActiveSchema, inOrder, readSchema } from './active-schema.js';
import { FlowCounts } from './flow-counts.js';
import { requestsOf, type RequestRule } from './flow-rules.js';
import { type LevelConfiguration, readLevel } from './level-settings.js';
import type { LevelForm, SchemaForm } from './object-forms.js';
import { withMandatory } from './with-mandatory.js';
import { PriorityLevel } from './priority-level.js';
import { lentSeats, type SeatDemand, seatLimits } from './seat-limits.js';
import { SeatPool } from './seat-pool.js';

/** A schema whose subjects match a user, with the remaining rules. */
interface Candidate {
  readonly schema: ActiveSchema;
  readonly requests: readonly RequestRule[];
}

interface LevelEntry {
  readonly level: PriorityLevel;
  readonly configuration: LevelConfiguration;
  /** Deleted from the store, and kept until its last request is finished. */
  readonly leaving: boolean;
}

/**
 * API priority and fairness (D-224): schemas classify requests into flows, levels have shares of all seats, and within
 * a level flows are served in turn. Changed by `update` only; reads no store and no clock.
 */
export class FlowControl {
  private readonly pool = new SeatPool();
  private readonly counts = new Map<string, FlowCounts>();
  private entries = new Map<string, LevelEntry>();
  private active: readonly ActiveSchema[] = [];
  private catchAll!: ActiveSchema;
  private candidates = new WeakMap<UserInfo, readonly Candidate[]>();

  /**
   * @param seats concurrent requests, in all levels together.
   * @param headers names of the response headers with uids.
   */
  constructor(
    private readonly seats: number,
    private readonly headers: Vocabulary['headers'],
  ) {
    this.update([], []);
  }

  /** For metrics. */
  get levels(): Iterable<PriorityLevel> {
    return [...this.entries.values()].map(({ level }) => level);
  }

  /** For metrics, in matching order. */
  get schemas(): readonly ActiveSchema[] {
    return this.active;
  }

  /**
   * Classifies a request. The candidates of a user are computed once for each user object, and again when schemas
   * change.
   *
   * HOT PATH (bench: get): one look-up, then the rules of two or three schemas; nothing is allocated.
   */
  classify(user: UserInfo, info: RequestInfo): ActiveSchema {
    let candidates = this.candidates.get(user);
    if (!candidates) this.candidates.set(user, (candidates = this.candidatesFor(user)));
    for (let i = 0; i < candidates.length; i++) {
      const { schema, requests } = candidates[i]!;
      for (let j = 0; j < requests.length; j++) if (requests[j]!(info)) return schema;
    }
    return this.catchAll;
  }

  /** Replaces schemas and levels. Missing mandatory ones are added in their default form. */
  update(schemas: readonly SchemaForm[], levels: readonly LevelForm[]): void {
    const wanted = new Map(
      withMandatory(mandatoryLevels, levels).map((level) => [level.metadata.name!, readLevel(level)]),
    );
    const entries = new Map<string, LevelEntry>();
    for (const [name, configuration] of wanted) {
      const level = this.entries.get(name)?.level ?? new PriorityLevel(name, this.pool);
      entries.set(name, { level, configuration, leaving: false });
    }
    for (const [name, entry] of this.entries) {
      if (!entries.has(name) && !entry.level.isIdle) entries.set(name, { ...entry, leaving: true });
    }
    this.entries = entries;
    this.divideSeats();
    this.activate(schemas);
  }

  /** Redistributes lent seats, by the demand since the last call. Called every few seconds. */
  lend(): void {
    const gone = [...this.entries].filter(([, { leaving, level }]) => leaving && level.isIdle);
    if (gone.length > 0) {
      for (const [name] of gone) this.entries.delete(name);
      this.divideSeats();
    }
    const demand = new Map<PriorityLevel, SeatDemand>();
    for (const { level } of this.entries.values()) {
      const peak = level.takePeak();
      if (!level.exempt) demand.set(level, { limits: level.limits, peak });
    }
    for (const [level, seats] of lentSeats(demand)) level.allow(seats);
    this.pool.serve();
  }

  /** Plain loops: an impersonated user is a new object each time. */
  private candidatesFor(user: UserInfo): Candidate[] {
    const candidates: Candidate[] = [];
    for (const schema of this.active) {
      const requests = requestsOf(schema.rules, user);
      if (requests) candidates.push({ schema, requests });
    }
    return candidates;
  }

  private divideSeats(): void {
    const limits = seatLimits(
      this.seats,
      new Map([...this.entries.values()].map(({ level, configuration }) => [level, configuration.shares])),
    );
    this.pool.size = 0;
    this.pool.used = 0;
    for (const { level, configuration } of this.entries.values()) {
      const { exempt, queuing } = configuration;
      level.configure({ exempt, limits: limits.get(level)!, queuing });
      this.pool.size += level.limits.lendable;
      this.pool.used += level.borrowed;
    }
    this.pool.setMembers([...this.entries.values()].map(({ level }) => level));
    this.pool.serve();
  }

  /** Schemas whose level does not exist are ignored (their status shows it). */
  private activate(stored: readonly SchemaForm[]): void {
    const schemas = withMandatory(mandatorySchemas, stored).map(readSchema);
    const { flowSchemaUid, priorityLevelUid } = this.headers;
    this.active = schemas
      .flatMap((read): ActiveSchema[] => {
        const entry = this.entries.get(read.levelName);
        if (!entry || entry.leaving) return [];
        const headers = { [flowSchemaUid]: read.uid, [priorityLevelUid]: entry.configuration.uid };
        return [{ ...read, level: entry.level, counts: this.countsOf(read.name), headers }];
      })
      .sort(inOrder);
    const names = new Set(schemas.map(({ name }) => name));
    for (const name of this.counts.keys()) if (!names.has(name)) this.counts.delete(name);
    const last = this.active.find(({ name }) => name === CATCH_ALL);
    if (!last) throw new TypeError('the mandatory flow schema has no level');
    this.catchAll = last;
    this.candidates = new WeakMap();
  }

  private countsOf(name: string): FlowCounts {
    let counts = this.counts.get(name);
    if (!counts) this.counts.set(name, (counts = new FlowCounts()));
    return counts;
  }
}
