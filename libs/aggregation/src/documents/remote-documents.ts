import { createHash } from 'node:crypto';
import { apiVersionOf, decodeJsonSteps } from '@orch/apimachinery';
import {
  readRemoteSwagger,
  type RemoteGroupVersion,
  type RemoteSwagger,
  type ResourceDiscovery,
} from '@orch/discovery';
import { inTurns, type Flow } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import { readRemote, type RemoteAnswer, type RemoteReadParts } from '../services/read-remote.js';
import type { RemoteService } from '../services/remote-service.js';
import type { RemoteServices } from '../services/remote-services.js';
import { remoteTarget, type ServiceRouting } from '../services/remote-target.js';
import { openApiUrlOf, resourcesOfAggregated, resourcesOfList } from './read-resources.js';

/** What is known of one group version. */
interface KeptDocument {
  readonly resources: readonly ResourceDiscovery[];
  readonly isCurrent: boolean;
  readonly openApiUrl: string | undefined;
  readonly swagger: KeptSwagger | undefined;
}

interface KeptSwagger {
  readonly etag: string | undefined;
  readonly content: RemoteSwagger;
}

const UNKNOWN: KeptDocument = { resources: [], isCurrent: false, openApiUrl: undefined, swagger: undefined };

/** A larger Swagger document is not merged. */
const MAX_SWAGGER_BYTES = 3 * 1_024 * 1_024;

/** Of a document, which another server wrote. */
const DOCUMENT_LIMITS = { maxDepth: 512, maxFields: 300_000 };

/** Dependencies of the documents. */
export interface RemoteDocumentsParts extends RemoteReadParts {
  readonly services: Pick<RemoteServices, 'all'>;
  readonly routing: ServiceRouting;
  readonly ownHeaders: ReadonlyMap<string, readonly string[]>;
  readonly vocabulary: Vocabulary;
}

/**
 * The discovery documents of other API servers: read in the background, and kept. What cannot be read now is what was read last, and marked
 * as stale.
 */
export class RemoteDocuments {
  private readonly kept = new Map<string, KeptDocument>();
  private built: readonly RemoteGroupVersion[] = [];
  private changed = false;
  private knownServices: readonly RemoteService[] = [];

  constructor(private readonly parts: RemoteDocumentsParts) {}

  /** All group versions of other API servers. A new array when they change, in which those that did not are the same objects. */
  get list(): readonly RemoteGroupVersion[] {
    const services = [...this.parts.services.all];
    const isSame =
      services.length === this.knownServices.length && services.every((one, at) => one === this.knownServices[at]);
    if (isSame && !this.changed) return this.built;
    this.changed = false;
    this.knownServices = services;
    const before = new Map(this.built.map((one) => [apiVersionOf(one), one]));
    const list = services.map((one) => sameOr(before.get(apiVersionOf(one)), this.entryOf(one)));
    if (list.length !== this.built.length || list.some((one, at) => one !== this.built[at])) this.built = list;
    return this.built;
  }

  /** Reads the documents of a group version again. @param passed whether its server is available. */
  async refresh(name: string, remote: RemoteService | undefined, passed: boolean): Promise<void> {
    const before = this.kept.get(name);
    if (!remote) this.kept.delete(name);
    else
      this.kept.set(
        name,
        (passed && (await this.read(remote, before))) || { ...(before ?? UNKNOWN), isCurrent: false },
      );
    this.changed = true;
  }

  private entryOf({
    name,
    group,
    version,
    groupPriority,
    versionPriority,
    isAvailable,
  }: RemoteService): RemoteGroupVersion {
    const { resources, isCurrent, openApiUrl, swagger } = this.kept.get(name) ?? UNKNOWN;
    return {
      group,
      version,
      groupPriority,
      versionPriority,
      resources,
      isCurrent: isCurrent && isAvailable,
      openApiUrl,
      swagger: swagger?.content,
    };
  }

  /** Undefined when they cannot be read. */
  private async read(remote: RemoteService, before: KeptDocument | undefined): Promise<KeptDocument | undefined> {
    try {
      const { group, version } = remote;
      const [resources, openApiUrl, swagger] = await Promise.all([
        this.resourcesOf(remote),
        this.get(remote, '/openapi/v3', 'application/json').then(
          async (answer) => (answer.status === 200 ? openApiUrlOf(await valueOf(answer), group, version) : undefined),
          () => undefined, // a server without OpenAPI is used nevertheless
        ),
        this.swaggerOf(remote, before?.swagger).catch(() => before?.swagger),
      ]);
      const isSame = before !== undefined && JSON.stringify(before.resources) === JSON.stringify(resources);
      return { resources: isSame ? before.resources : resources, isCurrent: true, openApiUrl, swagger };
    } catch {
      return undefined; // the reason is in the condition of the APIService
    }
  }

  private async resourcesOf(remote: RemoteService): Promise<ResourceDiscovery[]> {
    const { group, version } = remote;
    const discovery = this.parts.vocabulary.groups.apidiscovery;
    const form = (v: string): string => `application/json;g=${discovery};v=${v};as=APIGroupDiscoveryList`;
    const all = await this.get(remote, '/apis', `${form('v2')},${form('v2beta1')}`);
    const isAggregated = all.status === 200 && /;\s*as=APIGroupDiscoveryList/.test(all.headers['content-type'] ?? '');
    if (isAggregated) return resourcesOfAggregated(await valueOf(all), group, version) ?? [];
    const list = await this.get(remote, `/apis/${group}/${version}`, 'application/json');
    if (list.status !== 200) throw new Error(`status ${list.status}`);
    return resourcesOfList(await valueOf(list));
  }

  /** @param before of the last time: kept while the document is unchanged. */
  private async swaggerOf(remote: RemoteService, before: KeptSwagger | undefined): Promise<KeptSwagger | undefined> {
    const known = before?.etag === undefined ? [] : [['if-none-match', [before.etag]] as const];
    const answer = await this.get(remote, '/openapi/v2', 'application/json', known);
    const { status, headers, bytes } = answer;
    if (status === 304) return before;
    if (status !== 200 || bytes.length > MAX_SWAGGER_BYTES) return undefined;
    const reading = readRemoteSwagger(await valueOf(answer), hashOf(bytes), remote.group, remote.version);
    const content = await inTurns(reading, { flow: DOCUMENTS });
    const { etag } = headers;
    return content.hash === before?.content.hash ? { ...before, etag } : { etag, content };
  }

  private get(
    remote: RemoteService,
    path: string,
    accept: string,
    more: readonly (readonly [string, readonly string[]])[] = [],
  ) {
    const target = remoteTarget(remote, this.parts.routing);
    const headers = new Map([...this.parts.ownHeaders, ['accept', [accept]] as const, ...more]);
    return readRemote(target, path, headers, this.parts);
  }
}

/** The object before, if all its fields are the same. */
const sameOr = (before: RemoteGroupVersion | undefined, now: RemoteGroupVersion): RemoteGroupVersion =>
  before && Object.entries(now).every(([field, value]) => before[field as keyof RemoteGroupVersion] === value)
    ? before
    : now;

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

/** The JSON of an answer, decoded in steps. @throws ApiError for other texts, and for more than the limits. */
async function valueOf({ bytes }: RemoteAnswer): Promise<unknown> {
  const { value } = await inTurns(decodeJsonSteps(bytes, DOCUMENT_LIMITS), { flow: DOCUMENTS });
  return value;
}

const DOCUMENTS: Flow = { name: 'documents of other API servers', exempt: false };
