import type { ResourceDefinition } from '@orch/api';
import { ApiError, type Clock, formatMicroTime, holdingClock, withTimeout } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditSink } from './audit-filter.js';
import { flowOfRequester, type RequestInfo, type ServerRequest } from '@orch/http';
import { annotationsOf, truncatedAnnotation } from './annotations.js';
import { answeredStatus } from './answered-status.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditLevel, AuditPolicy, AuditRule, AuditStage } from './audit-policy.js';
import { ByteBudget } from './byte-budget.js';
import { chooseRule } from './choose-rule.js';
import { delayEnd } from './delay-end.js';
import type { Delivery } from './delivery.js';
import { failedAnswer } from './failed-answer.js';
import { RecordedBodies } from './recorded-bodies.js';
import { requestFields } from './request-fields.js';
import { holdsSecrets, isSecretKind } from './secret-bodies.js';

/** Time limit for flushing queued events at shutdown. */
const CLOSE_LIMIT_MS = 1_000;

/** How long an answer waits at most for its final event: the answers that wait are held in memory. */
const ANSWER_LIMIT_MS = 5_000;

/** Dependencies of {@link AuditTrail}. */
export interface AuditTrailParts {
  /** `current` may change between requests. */
  readonly policy: { readonly current: AuditPolicy; close(): void };
  readonly deliveries: readonly Delivery[];
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the shutdown stops waiting for events. */
  readonly ending: AbortController;
  /** The kind served at a path; undefined when there is none. */
  readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined;
}

/** A request that a rule matched. */
interface Recorded {
  readonly request: ServerRequest;
  readonly rule: AuditRule;
  readonly receivedAt: string;
  /** Undefined when the request was rejected before its body was read. */
  readonly bodies: RecordedBodies | undefined;
}

/** A request that has not ended. */
interface UnderWay {
  readonly receivedAt: string;
  recorded?: Recorded;
  /** The final event was created. */
  hasEnded?: true;
}

/**
 * Records requests by a policy. The rule is chosen after authentication; a request rejected before has no user in its
 * event. The final event is created after the response in mode `batch`; in a blocking mode before it ends, so that a client
 * that has the whole response finds the event.
 */
export class AuditTrail implements AuditSink {
  constructor(private readonly parts: AuditTrailParts) {}

  /** Counts for `/metrics`: events of all stages, requests by level, requests refused because they could not be recorded. */
  readonly counts = { events: 0, levels: new Map<AuditLevel, number>(), rejected: 0 };
  /** For response bodies of requests in flight. */
  private readonly answerBudget = new ByteBudget();
  private readonly underWay = new WeakMap<ServerRequest, UnderWay>();

  received(request: ServerRequest): void {
    const receivedAt = formatMicroTime(this.parts.clock.now());
    const seen: UnderWay = { receivedAt };
    this.underWay.set(request, seen);
    request.reply.once('close', () => {
      void this.ended(request, seen);
      seen.recorded?.bodies?.release();
    });
    if (this.parts.deliveries.some(({ isBlocking }) => isBlocking)) {
      delayEnd(request, () => {
        const stored = this.ended(request, seen);
        return stored && withTimeout(this.parts.clock, ANSWER_LIMIT_MS, stored, () => undefined);
      });
    }
  }

  /** @throws ApiError InternalError when an event of mode `blocking-strict` was not stored (D-197). */
  identified(request: ServerRequest): void | Promise<void> {
    const seen = this.underWay.get(request);
    if (!seen) return;
    const rule = this.ruleFor(request);
    if (!rule) return;
    const recorded = (seen.recorded = this.record(request, rule, seen.receivedAt));
    if (request.isLongRunning) this.recordStart(recorded);
    if (rule.omitStages.has('RequestReceived')) return;
    const event = this.event(recorded, 'RequestReceived');
    const waits = this.sendAwaited(event);
    if (waits.length === 0) return;
    return Promise.all(waits).then(
      () => undefined,
      (cause: unknown) => {
        this.counts.rejected++;
        throw ApiError.internal('the request could not be recorded for audit', cause);
      },
    );
  }

  /** Flushes queued events within a time limit: an unavailable collector does not block the shutdown. */
  async close(): Promise<void> {
    this.parts.policy.close();
    const closed = Promise.allSettled(this.parts.deliveries.map((delivery) => delivery.close()));
    await withTimeout(holdingClock, CLOSE_LIMIT_MS, closed, () => undefined);
    this.parts.ending.abort();
    await closed;
  }

  /** Counts of stored and lost events, for `/metrics`. */
  get deliveries(): readonly Delivery[] {
    return this.parts.deliveries;
  }

  private ruleFor({ user, info }: ServerRequest): AuditRule | undefined {
    const rule = chooseRule(this.parts.policy.current, user, info);
    const { levels } = this.counts;
    const level = rule?.level ?? 'None';
    levels.set(level, (levels.get(level) ?? 0) + 1);
    return level === 'None' ? undefined : rule;
  }

  private record(request: ServerRequest, rule: AuditRule, receivedAt: string): Recorded {
    const { vocabulary } = this.parts;
    const withBodies = rule.level !== 'Metadata' && !holdsSecrets(request.info, vocabulary);
    const { isResource } = request.info;
    const answer = withBodies && isResource && rule.level === 'RequestResponse' && !request.isLongRunning;
    const bodies = new RecordedBodies(
      { request: withBodies, answer },
      this.answerBudget,
      (body) => isSecretKind(body, vocabulary),
      () => ({ flow: flowOfRequester(request), signal: request.signal }),
    );
    request.record = bodies;
    return { request, rule, receivedAt, bodies };
  }

  /** Records stage `ResponseStarted` of a watch or a connection, which may run for long. */
  private recordStart(recorded: Recorded): void {
    const { rule, request } = recorded;
    if (rule.omitStages.has('ResponseStarted')) return;
    const { reply } = request;
    const started = (): void =>
      this.send({ ...this.event(recorded, 'ResponseStarted'), ...failedAnswer(recorded, this.parts.vocabulary) });
    const writeHead = reply.writeHead.bind(reply) as (...args: unknown[]) => typeof reply;
    reply.writeHead = (...args: unknown[]) => {
      writeHead(...args);
      started();
      return reply;
    };
    request.onUpgraded = started;
  }

  /** Records the final stage, once. @returns resolves when the event is stored or lost; undefined when there is no wait. */
  private ended(request: ServerRequest, seen: UnderWay): Promise<unknown> | undefined {
    if (seen.hasEnded) return undefined;
    seen.hasEnded = true;
    try {
      const event = this.finalEvent(request, seen);
      const waits = event ? this.sendAwaited(event) : [];
      return waits.length === 0 ? undefined : Promise.allSettled(waits);
    } catch (error) {
      this.parts.log.error('a request could not be recorded for audit', { error, auditId: request.auditId });
      return undefined;
    }
  }

  /** Undefined when the policy omits it. */
  private finalEvent(request: ServerRequest, { receivedAt, recorded: known }: UnderWay): AuditEvent | undefined {
    let recorded = known;
    if (!recorded) {
      // Rejected before authentication.
      const rule = request.user.username === '' ? this.ruleFor(request) : undefined;
      if (!rule) return undefined;
      recorded = { request, rule, receivedAt, bodies: undefined };
    }
    const stage: AuditStage = request.failure?.unexpected ? 'Panic' : 'ResponseComplete';
    if (recorded.rule.omitStages.has(stage)) return undefined;
    const stageTimestamp = formatMicroTime(this.parts.clock.now());
    const bodies = { ...failedAnswer(recorded, this.parts.vocabulary), ...this.bodies(recorded) };
    return { ...this.event(recorded, stage), stageTimestamp, ...bodies };
  }

  /** @returns what the request waits for: nothing in mode `batch`. */
  private sendAwaited(event: AuditEvent): readonly Promise<void>[] {
    this.counts.events++;
    return this.parts.deliveries.map((delivery) => delivery.sendAwaited(event)).filter((wait) => wait !== undefined);
  }

  private send(event: AuditEvent): void {
    this.counts.events++;
    for (const delivery of this.parts.deliveries) delivery.send(event);
  }

  private event({ request, rule, receivedAt, bodies }: Recorded, stage: AuditStage): AuditEvent {
    const { vocabulary, clock, definitionOf } = this.parts;
    const definition = request.info.isResource ? definitionOf(request.info) : undefined;
    const early = stage === 'RequestReceived';
    return {
      kind: 'Event',
      apiVersion: `${vocabulary.groups.audit}/v1`,
      level: rule.level,
      auditID: request.auditId,
      stage,
      ...requestFields(request),
      ...(early ? {} : answeredStatus(request, !holdsSecrets(request.info, vocabulary) && !bodies?.isSecret)),
      requestReceivedTimestamp: receivedAt,
      stageTimestamp: formatMicroTime(clock.now()),
      ...(early ? {} : annotationsOf(request, definition, rule.level, vocabulary)),
    };
  }

  /** The parts of an event that come from bodies. */
  private bodies({ request, rule, bodies }: Recorded): Partial<AuditEvent> {
    if (!bodies) return {};
    const { verb, name } = request.info;
    const { objectRef } = requestFields(request);
    const isUnnamed = verb === 'create' && name === '' && bodies.name !== undefined && objectRef !== undefined;
    const requestObject = bodies.requestObject(rule.omitManagedFields);
    const responseObject = bodies.responseObject(rule.omitManagedFields, request.failure);
    const annotations = this.bodyNotes(request, rule, bodies);
    return {
      ...(isUnnamed ? { objectRef: { ...objectRef, name: bodies.name } } : {}),
      ...(requestObject ? { requestObject } : {}),
      ...(responseObject ? { responseObject } : {}),
      ...(annotations ? { annotations } : {}),
    };
  }

  /** All annotations, including those about missing bodies; undefined when there are none. */
  private bodyNotes(
    request: ServerRequest,
    { level }: AuditRule,
    { refused, tooLong }: RecordedBodies,
  ): Record<string, string> | undefined {
    if (!refused && !tooLong) return undefined;
    const { vocabulary, definitionOf } = this.parts;
    return {
      ...annotationsOf(request, definitionOf(request.info), level, vocabulary).annotations,
      ...(refused ? { [`${vocabulary.groups.audit}/request-body`]: 'refused' } : {}),
      ...(tooLong ? { [truncatedAnnotation(vocabulary)]: 'true' } : {}),
    };
  }
}
