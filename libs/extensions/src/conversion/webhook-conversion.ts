import { randomUUID } from 'node:crypto';
import { ApiError, WorkLimitError, type ApiObject, type WorkLimit } from '@orch/apimachinery';
import {
  ConversionError,
  type ConversionCalls,
  type ConversionExchange,
  type ConversionOutcome,
  type ObjectConversion,
} from '@orch/registry';
import { atOnceOrInTurns } from '@orch/http';
import { decodedAnswer, fieldsOfObjects, type HookClientConfig } from '@orch/webhook';
import { convertedObjects, WrongCount, WrongObject, type SentReview } from './review-answer.js';
import { CONVERSION_QUERY } from './webhook-calls.js';

/** `spec.conversion.webhook` of a definition. */
export interface ConversionWebhook {
  readonly clientConfig: HookClientConfig;
  /** Versions of ConversionReview that the webhook takes; the first known one is sent. */
  readonly conversionReviewVersions: readonly string[];
}

export interface WebhookConversionParts {
  readonly webhook: ConversionWebhook;
  readonly calls: ConversionCalls;
  /** Group of the reviews: that of the definitions. */
  readonly reviewGroup: string;
}

const KNOWN_VERSIONS = ['v1', 'v1beta1'];

/** Converts objects of a custom kind by a webhook: one call for all objects of a page. */
export class WebhookConversion implements ObjectConversion {
  constructor(private readonly parts: WebhookConversionParts) {}

  get webhookCalls(): ConversionCalls {
    return this.parts.calls;
  }

  /**
   * The objects in `apiVersion`, in order. Those that have it already are not sent.
   * @param limit of the answer. Default: none.
   * @throws ApiError TooManyRequests when too many calls wait; ConversionError with the reference server's text when the webhook fails or its answer is not usable;
   * WorkLimitError.
   */
  async convert(objects: readonly ApiObject[], apiVersion: string, limit?: WorkLimit): Promise<readonly ApiObject[]> {
    const foreign = objects.filter((object) => object.apiVersion !== apiVersion);
    if (foreign.length === 0) return objects;
    const converted = (
      await this.parts.calls.inPlace((exchange) => this.call(foreign, apiVersion, { exchange, limit }))
    ).values();
    return objects.map((object) => (object.apiVersion === apiVersion ? object : converted.next().value!));
  }

  private async call(
    objects: readonly ApiObject[],
    desired: string,
    { exchange, limit }: { readonly exchange: ConversionExchange; readonly limit: WorkLimit | undefined },
  ): Promise<readonly ApiObject[]> {
    const sent = this.review(objects, desired);
    const { apiVersion, uid } = sent;
    const request = { uid, desiredAPIVersion: desired, objects };
    const { kind, apiVersion: from } = objects[0]!;
    const startedMs = performance.now();
    const report = (outcome: ConversionOutcome): void =>
      this.parts.calls.finished({
        from: versionOf(from!),
        to: versionOf(desired),
        outcome,
        seconds: (performance.now() - startedMs) / 1_000,
      });
    let answer: unknown;
    try {
      const review = Buffer.from(JSON.stringify({ kind: 'ConversionReview', apiVersion, request }), 'utf8');
      const bytes = await exchange(review, objects.length);
      limit?.refuseLarge(bytes);
      const maxFields = fieldsOfObjects(review, objects.length);
      answer = await decodedAnswer(this.parts.webhook.clientConfig, CONVERSION_QUERY, ownBytes(bytes), maxFields);
    } catch (error) {
      // Too many calls, the thread that asks for it has ended, or the call is made again by the thread.
      if (error instanceof ApiError || error instanceof WorkLimitError) throw error;
      report('conversion_webhook_call_failure');
      throw failed(`${from}, Kind=${kind}`, `failed: ${textOf(error)}`, error);
    }
    try {
      const flow = { name: `conversion of ${from}, Kind=${kind}`, exempt: false };
      const converted = await atOnceOrInTurns(convertedObjects(answer, sent), () => ({ flow }));
      report('success');
      return converted;
    } catch (error) {
      report(outcomeOf(error));
      const isAboutObjects = error instanceof WrongCount || error instanceof WrongObject;
      throw failed(`${from}, Kind=${kind}`, isAboutObjects ? textOf(error) : `failed: ${textOf(error)}`, error);
    }
  }

  private review(objects: readonly ApiObject[], desired: string): SentReview {
    const { webhook, reviewGroup } = this.parts;
    const version = webhook.conversionReviewVersions.find((one) => KNOWN_VERSIONS.includes(one));
    if (version === undefined) throw new ConversionError('no supported conversion review versions');
    const isStrict = version === 'v1';
    return { apiVersion: `${reviewGroup}/${version}`, uid: randomUUID(), desired, objects, isStrict };
  }
}

const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function outcomeOf(error: unknown): ConversionOutcome {
  if (error instanceof WrongCount) return 'conversion_webhook_partial_response_failure';
  return error instanceof WrongObject
    ? 'conversion_webhook_invalid_converted_object_failure'
    : 'conversion_webhook_malformed_response_failure';
}

const failed = (type: string, how: string, cause: unknown): ConversionError =>
  new ConversionError(`conversion webhook for ${type} ${how}`, cause);

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);
