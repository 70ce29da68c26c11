import { Inject, type FactoryProvider, type Type } from '@nestjs/common';
import type { HasMetadata, InformerOptions, ResourceLike } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import { ControllerContext } from '../controller/controller-context.js';

const INJECTIONS = 'orch:injections';

/** An injected parameter that is created from the context of the controller. */
interface Injection {
  readonly token: symbol;
  readonly make: (context: ControllerContext) => unknown;
}

/** Injects the lister of a resource, which is synced before the first reconcile. @param options a function where they depend on the vocabulary. */
export const InjectLister = <T extends HasMetadata>(
  resource: ResourceLike<T>,
  options: InformerOptions<T> | ((vocabulary: Vocabulary) => InformerOptions<T>) = {},
): ParameterDecorator & PropertyDecorator =>
  injection(`Lister(${resource.resource})`, ({ client, informers }) =>
    informers.lister(resource, typeof options === 'function' ? options(client.vocabulary) : options),
  );

/** Injects the `ResourceClient` of a resource. */
export const InjectResourceClient = <T extends HasMetadata>(
  resource: ResourceLike<T>,
): ParameterDecorator & PropertyDecorator =>
  injection(`ResourceClient(${resource.resource})`, ({ client }) => client.resource(resource));

function injection(name: string, make: Injection['make']): ParameterDecorator & PropertyDecorator {
  const token = Symbol(name);
  return (target: object, property: string | symbol | undefined, index?: number) => {
    const owner = typeof target === 'function' ? target : target.constructor;
    Reflect.defineMetadata(INJECTIONS, [...injectionsOf(owner), { token, make }], owner);
    (Inject(token) as (target: object, property?: string | symbol, index?: number) => void)(target, property, index);
  };
}

const injectionsOf = (owner: object): readonly Injection[] =>
  (Reflect.getMetadata(INJECTIONS, owner) as readonly Injection[] | undefined) ?? [];

/** Providers of everything these classes inject by the decorators of this file. */
export const injectionProviders = (classes: readonly Type[]): readonly FactoryProvider[] =>
  classes
    .flatMap(injectionsOf)
    .map(({ token, make }) => ({ provide: token, inject: [ControllerContext], useFactory: make }));
