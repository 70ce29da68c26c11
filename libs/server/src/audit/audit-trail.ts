import type { ResourceDefinition } from '@orch/api';
import { ApiError, type Clock, formatMicroTime } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditSink } from '../filters/audit.js';
import type { RequestInfo } from '../request/request-context.js';
import type { ServerRequest } from '../request/server-request.js';
import { annotationsOf } from './annotations.js';
import { answeredStatus } from './answered-status.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditPolicy, AuditRule, AuditStage } from './audit-policy.js';
import { CapturedAnswer } from './captured-answer.js';
import { chooseRule } from './choose-rule.js';
import type { Delivery } from './delivery.js';
import { nameIn, recordedBody, withoutManagedFields } from './recorded-body.js';
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
  /** Aborted when nothing more is waited for. */
  readonly ending: AbortController;
  /** The kind behind a path, where one is served. */
  readonly definitionOf: (info: RequestInfo) => ResourceDefinition | undefined;
}

/** A request that a rule matched. */
interface Recorded {
  readonly request: ServerRequest;
  readonly rule: AuditRule;
  readonly withBodies: boolean;
  readonly receivedAt: string;
  readonly answer: CapturedAnswer | undefined;
}

/**
 * Records requests by a policy. The rule is chosen when it is known who asks; a request that is refused before has nobody's
 * name on it. Events are made after the answer, apart from the first and that of a watch.
 */
export class AuditTrail implements AuditSink {
  constructor(private readonly parts: AuditTrailParts) {}

  private readonly underWay = new WeakMap<ServerRequest, { readonly receivedAt: string; recorded?: Recorded }>();

  received(request: ServerRequest): void {
    const receivedAt = formatMicroTime(this.parts.clock.now());
    this.underWay.set(request, { receivedAt });
    request.reply.once('close', () => void this.ended(request, receivedAt));
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
    const capture = withBodies && rule.level === 'RequestResponse' && !request.isLongRunning;
    const answer = capture ? new CapturedAnswer(request.reply) : undefined;
    return { request, rule, withBodies, receivedAt, answer };
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

  private async ended(request: ServerRequest, receivedAt: string): Promise<void> {
    let recorded = this.underWay.get(request)?.recorded;
    if (!recorded) {
      // Refused before anybody knew who asks.
      const rule = request.user.username === '' ? this.ruleFor(request) : undefined;
      if (!rule) return;
      recorded = { request, rule, withBodies: false, receivedAt, answer: undefined };
    }
    const stage: AuditStage = request.failure?.unexpected ? 'Panic' : 'ResponseComplete';
    if (recorded.rule.omitStages.has(stage)) return;
    const stageTimestamp = formatMicroTime(this.parts.clock.now());
    const body = request.bodyWasRead ? await request.readBody().catch(() => undefined) : undefined;
    this.send({ ...this.event(recorded, stage), stageTimestamp, ...this.bodies(recorded, body) });
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

  /** The parts of an event that are read from bodies. */
  private bodies({ request, rule, withBodies, answer }: Recorded, body: Buffer | undefined): Partial<AuditEvent> {
    const { info, headers } = request;
    const unnamed = info.verb === 'create' && info.name === '';
    if (!withBodies && !unnamed) return {};
    const definition = this.parts.definitionOf(info);
    const sent = body && recordedBody(body, { contentType: headers['content-type'], definition });
    const name = unnamed ? nameIn(sent) : undefined;
    const { objectRef } = requestFields(request);
    const named = name !== undefined && objectRef ? { objectRef: { ...objectRef, name } } : {};
    if (!withBodies) return named;
    const answered = answer && recordedBody(answer.body, { ...answer.form, definition });
    const shown = (value: unknown) => (rule.omitManagedFields ? withoutManagedFields(value) : value);
    return {
      ...named,
      ...(sent === undefined ? {} : { requestObject: shown(sent) }),
      ...(answered === undefined ? {} : { responseObject: shown(answered) }),
      ...(answer?.tooLong
        ? { annotations: { ...this.notes(request), [`${this.parts.vocabulary.groups.audit}/truncated`]: 'true' } }
        : {}),
    };
  }

  private notes(request: ServerRequest): Readonly<Record<string, string>> {
    const definition = this.parts.definitionOf(request.info);
    return annotationsOf(request, definition, this.parts.vocabulary).annotations ?? {};
  }
}
