import type { ResourceDefinition } from '@orch/api';
import { ApiError, type Clock, formatMicroTime } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditSink } from './audit-filter.js';
import type { RequestInfo, ServerRequest } from '@orch/http';
import { annotationsOf, truncatedAnnotation } from './annotations.js';
import { answeredStatus } from './answered-status.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditPolicy, AuditRule, AuditStage } from './audit-policy.js';
import { ByteBudget } from './byte-budget.js';
import { chooseRule } from './choose-rule.js';
import type { Delivery } from './delivery.js';
import { RecordedBodies } from './recorded-bodies.js';
import { requestFields } from './request-fields.js';
import { holdsSecrets } from './secret-bodies.js';

/** What waits at the end is given so long. */
const CLOSE_LIMIT_MS = 1_000;

/** What events are made of, beside the requests. */
export interface AuditTrailParts {
  readonly policy: AuditPolicy;
  readonly deliveries: readonly Delivery[];
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when nothing more is waited for. */
  readonly ending: AbortController;
  /** The kind behind a path, where one is served. */
  readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined;
}

/** A request that a rule matched. */
interface Recorded {
  readonly request: ServerRequest;
  readonly rule: AuditRule;
  readonly receivedAt: string;
  /** Undefined where it was refused before its body could be read. */
  readonly bodies: RecordedBodies | undefined;
}

/**
 * Records requests by a policy. The rule is chosen when it is known who asks; a request that is refused before has nobody's
 * name on it. Events are made after the answer, apart from the first and that of a watch.
 */
export class AuditTrail implements AuditSink {
  constructor(private readonly parts: AuditTrailParts) {}

  /** For answers of requests under way. */
  private readonly answerBudget = new ByteBudget();
  private readonly underWay = new WeakMap<ServerRequest, { readonly receivedAt: string; recorded?: Recorded }>();

  received(request: ServerRequest): void {
    const receivedAt = formatMicroTime(this.parts.clock.now());
    this.underWay.set(request, { receivedAt });
    request.reply.once('close', () => {
      try {
        this.ended(request, receivedAt);
      } catch (error) {
        this.parts.log.error('a request could not be recorded for audit', { error, auditId: request.auditId });
      } finally {
        this.underWay.get(request)?.recorded?.bodies?.release();
      }
    });
  }

  /** @throws ApiError InternalError where an event could not be kept that must be (D-197). */
  identified(request: ServerRequest): void | Promise<void> {
    const seen = this.underWay.get(request);
    if (!seen) return;
    const rule = this.ruleFor(request);
    if (!rule) return;
    const recorded = (seen.recorded = this.record(request, rule, seen.receivedAt));
    if (request.info.verb === 'watch') this.tellOfStart(recorded);
    if (rule.omitStages.has('RequestReceived')) return;
    const event = this.event(recorded, 'RequestReceived');
    const waits = this.parts.deliveries
      .map((delivery) => delivery.sendFirst(event))
      .filter((wait) => wait !== undefined);
    if (waits.length === 0) return;
    return Promise.all(waits).then(
      () => undefined,
      (cause: unknown) => {
        throw ApiError.internal('the request could not be recorded for audit', cause);
      },
    );
  }

  /** Writes what waits, and gives up after a moment: a collector that is down does not keep a server from its end. */
  async close(): Promise<void> {
    const closed = Promise.allSettled(this.parts.deliveries.map((delivery) => delivery.close()));
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_LIMIT_MS)));
    await Promise.race([closed, limit]);
    clearTimeout(timer);
    this.parts.ending.abort();
    await closed;
  }

  /** What became of events, for `/metrics`. */
  get deliveries(): readonly Delivery[] {
    return this.parts.deliveries;
  }

  private ruleFor({ user, info }: ServerRequest): AuditRule | undefined {
    const rule = chooseRule(this.parts.policy, user, info);
    return rule?.level === 'None' ? undefined : rule;
  }

  private record(request: ServerRequest, rule: AuditRule, receivedAt: string): Recorded {
    const withBodies = rule.level !== 'Metadata' && !holdsSecrets(request.info, this.parts.vocabulary);
    const { isResource } = request.info;
    const answer = withBodies && isResource && rule.level === 'RequestResponse' && !request.isLongRunning;
    const bodies = new RecordedBodies({ request: withBodies, answer }, this.answerBudget);
    request.record = bodies;
    return { request, rule, receivedAt, bodies };
  }

  /** The headers of a watch are the last that is heard of it for a long time. */
  private tellOfStart(recorded: Recorded): void {
    const { rule, request } = recorded;
    if (rule.omitStages.has('ResponseStarted')) return;
    const { reply } = request;
    const writeHead = reply.writeHead.bind(reply) as (...args: unknown[]) => typeof reply;
    reply.writeHead = (...args: unknown[]) => {
      writeHead(...args);
      if (reply.statusCode < 300) this.send(this.event(recorded, 'ResponseStarted'));
      return reply;
    };
  }

  private ended(request: ServerRequest, receivedAt: string): void {
    let recorded = this.underWay.get(request)?.recorded;
    if (!recorded) {
      // Refused before anybody knew who asks.
      const rule = request.user.username === '' ? this.ruleFor(request) : undefined;
      if (!rule) return;
      recorded = { request, rule, receivedAt, bodies: undefined };
    }
    const stage: AuditStage = request.failure?.unexpected ? 'Panic' : 'ResponseComplete';
    if (recorded.rule.omitStages.has(stage)) return;
    const stageTimestamp = formatMicroTime(this.parts.clock.now());
    this.send({ ...this.event(recorded, stage), stageTimestamp, ...this.bodies(recorded) });
  }

  private send(event: AuditEvent): void {
    for (const delivery of this.parts.deliveries) delivery.send(event);
  }

  private event({ request, rule, receivedAt }: Recorded, stage: AuditStage): AuditEvent {
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
      ...(early ? {} : answeredStatus(request, !holdsSecrets(request.info, vocabulary))),
      requestReceivedTimestamp: receivedAt,
      stageTimestamp: formatMicroTime(clock.now()),
      ...(early ? {} : annotationsOf(request, definition, vocabulary)),
    };
  }

  /** The parts of an event that come from bodies. */
  private bodies({ request, rule, bodies }: Recorded): Partial<AuditEvent> {
    if (!bodies) return {};
    const { verb, name } = request.info;
    const { objectRef } = requestFields(request);
    const isUnnamed = verb === 'create' && name === '' && bodies.name !== undefined && objectRef !== undefined;
    const requestObject = bodies.requestObject(rule.omitManagedFields);
    const responseObject = bodies.responseObject(rule.omitManagedFields);
    const annotations = this.bodyNotes(request, bodies);
    return {
      ...(isUnnamed ? { objectRef: { ...objectRef, name: bodies.name } } : {}),
      ...(requestObject ? { requestObject } : {}),
      ...(responseObject ? { responseObject } : {}),
      ...(annotations ? { annotations } : {}),
    };
  }

  /** What is missing of bodies, and why, with all other annotations; undefined when nothing is. */
  private bodyNotes(request: ServerRequest, { refused, tooLong }: RecordedBodies): Record<string, string> | undefined {
    if (!refused && !tooLong) return undefined;
    const { vocabulary, definitionOf } = this.parts;
    return {
      ...annotationsOf(request, definitionOf(request.info), vocabulary).annotations,
      ...(refused ? { [`${vocabulary.groups.audit}/request-body`]: 'refused' } : {}),
      ...(tooLong ? { [truncatedAnnotation(vocabulary)]: 'true' } : {}),
    };
  }
}
