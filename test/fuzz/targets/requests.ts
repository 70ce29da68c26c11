import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { mediaTypeOf } from '../../../libs/http/src/negotiation/media-type.js';
import { readDeleteOptions } from '../../../libs/server/src/body/read-delete-options.js';
import { readListParameters, readWatchParameters } from '../../../libs/http/src/request/list-parameters.js';
import { readWriteParameters } from '../../../libs/server/src/query/option-parameters.js';
import { negotiate } from '../../../libs/http/src/representation/negotiate.js';
import type { LargeYamlDecoder, RequestContext } from '../../../libs/http/src/request/request-context.js';
import { queryOf, resolveRequestInfo } from '../../../libs/http/src/request/request-info.js';
import { ApiError, decodeYaml } from '@orch/apimachinery';
import { unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes, mutatedTexts } from '../mutation.js';

const KINDS = compileKinds(builtinKinds, vocabularies.kubernetes);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'];

export const requestLine: FuzzTarget<string> = {
  name: 'request-line',
  inputs: mutatedTexts(
    [
      '/api/v1/namespaces/t1/configmaps/x?watch=true&resourceVersion=5&labelSelector=a%3Db',
      '/apis/apps/v1/watch/namespaces/t1/deployments/x/status?limit=5&continue=abc&timeoutSeconds=1',
      '/api/v1/namespaces/t1/pods/p/proxy/a/b//c?dryRun=All&fieldManager=m&fieldValidation=Strict&force=1',
      'https://host:1/api/v1/nodes?resourceVersionMatch=Exact&sendInitialEvents=0&allowWatchBookmarks',
    ],
    ['/', '//', '?', '&', '=', '%', '%2F', '%00', '%ff', '%e4%b8', '..', '#', '+', ';', 'api', 'apis', 'watch', 'namespaces', 'limit=', 'dryRun=', '\0', 'ä', '\ud800'], // prettier-ignore
  ),
  run(url) {
    for (const method of METHODS) unlessRefused(() => resolveRequestInfo(method, url));
    const query = new URLSearchParams(queryOf(url));
    unlessRefused(() => readListParameters(query));
    unlessRefused(() => readWatchParameters(query));
    for (const kind of ['CreateOptions', 'PatchOptions'])
      unlessRefused(() => readWriteParameters(query, kind, vocabularies.orch));
  },
};

export const mediaTypes: FuzzTarget<string> = {
  name: 'media-types',
  inputs: mutatedTexts(
    [
      'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
      'application/vnd.kubernetes.protobuf;stream=watch;q=0.8, application/yaml;q=0.9, */*;q=0.1',
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1;q="0.5"',
    ],
    [',', ';', '=', '/', '*', '"', 'q=', 'q=1e400', 'as=', 'g=', 'v=', '__proto__=', 'constructor=', ' ', '\t', 'stream=watch', '\0'], // prettier-ignore
  ),
  run(header) {
    mediaTypeOf(header);
    const query = new URLSearchParams({ includeObject: header.slice(0, 8) });
    for (const shape of ['item', 'list', 'watch'] as const) {
      for (const definition of KINDS.slice(0, 3)) {
        unlessRefused(() => negotiate(header, new URLSearchParams(), shape, definition));
        unlessRefused(() => negotiate(header, query, shape, definition));
      }
    }
  },
};

/** Without a thread: the same decoder. */
const inThisThread: LargeYamlDecoder = {
  decode: async (bytes) => {
    const { value, duplicateFields } = decodeYaml(bytes);
    return { json: Buffer.from(JSON.stringify(value)), duplicateFields };
  },
};

export const deleteOptions: FuzzTarget<Uint8Array> = {
  name: 'delete-options',
  inputs: mutatedBytes(
    [
      '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":5,"propagationPolicy":"Foreground","dryRun":["All"]}',
      '{"preconditions":{"uid":"a","resourceVersion":"5"},"orphanDependents":true}',
    ].map((text) => Buffer.from(text)),
    ['{', '}', '[', ']', ':', ',', '"', 'null', '1', '-1', '1e300', 'true', '"a"', '"dryRun":', '"preconditions":', '"__proto__":'].map((text) => Buffer.from(text)), // prettier-ignore
  ),
  async run(bytes) {
    for (const type of [undefined, 'application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']) {
      const context = {
        headers: { 'content-type': type },
        query: new URLSearchParams(Buffer.from(bytes).toString('latin1')),
        readBody: () => Promise.resolve(Buffer.from(bytes)),
        signal: new AbortController().signal,
        yamlDecoder: inThisThread,
        info: { name: 'a' },
        user: { username: 'jane', groups: [] },
      };
      try {
        await readDeleteOptions(context as unknown as RequestContext, vocabularies.kubernetes);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code >= 500) throw error;
      }
    }
  },
};
