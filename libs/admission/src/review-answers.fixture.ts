import { sendJson, type Answering } from '@orch/testing';

export type Fields = Readonly<Record<string, unknown>>;

/** The `request` of a review. */
export interface SentRequest extends Fields {
  readonly uid: string;
  readonly object: { readonly metadata: { readonly name: string; readonly labels?: Fields }; readonly data?: Fields };
}

/** Answers a review in its version. @param answer of the response, in addition to its uid. For tests. */
export const reviewed =
  (answer: (request: SentRequest) => Fields): Answering =>
  (response, call) => {
    const { apiVersion, kind } = call.body;
    const request = call.body.request as SentRequest;
    sendJson({ apiVersion, kind, response: { uid: request.uid, ...answer(request) } })(response, call);
  };

export const allow = reviewed(() => ({ allowed: true }));

export const deny = (status?: Fields): Answering => reviewed(() => ({ allowed: false, ...(status ? { status } : {}) }));

/** The answer with a JSON patch. */
export const patched = (operations: readonly Fields[]): Fields => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});

export const patch = (...operations: Fields[]): Answering => reviewed(() => patched(operations));

export const setData = (key: string, value: string): Fields => ({ op: 'add', path: `/data/${key}`, value });
