import { sendJson, type Answering, type ReviewServer } from '@orch/testing';

/** A custom kind of two versions, with a webhook that converts between them: the size of v1 is the count of v2. */
interface Gadget {
  readonly [field: string]: unknown;
  readonly spec: { readonly size?: number; readonly count?: number };
}

/** @param field of its spec. */
export const gadgetVersion = (name: string, field: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { [field]: { type: 'integer' } } } },
    },
  },
});

/** The definition of gadgets.example.com, with v1 as storage version. */
export const gadgetDefinition = (hook: Pick<ReviewServer, 'url' | 'caBundle'>) => ({
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [gadgetVersion('v1', 'size', true), gadgetVersion('v2', 'count', false)],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { url: `${hook.url}/convert`, caBundle: hook.caBundle },
        conversionReviewVersions: ['v1'],
      },
    },
  },
});

/** Answers a ConversionReview. */
export const convertGadgets: Answering = (response, call) => {
  const { uid, desiredAPIVersion, objects } = call.body.request as {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly Gadget[];
  };
  const convertedObjects = objects.map((one) => converted(one, desiredAPIVersion));
  const answer = { uid, result: { status: 'Success' }, convertedObjects };
  sendJson({ apiVersion: call.body.apiVersion, kind: 'ConversionReview', response: answer })(response, call);
};

function converted({ spec, ...rest }: Gadget, apiVersion: string): Gadget {
  const value = spec.size ?? spec.count;
  return { ...rest, apiVersion, spec: apiVersion.endsWith('v1') ? { size: value! } : { count: value! } };
}
