import type { BuiltinResource } from '@orch/client';

/** An object of the demo, by what a person would write of it; see {@link fill} for what is added. */
export interface DemoObject {
  readonly resource: BuiltinResource;
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  /** Its controller, an earlier object of the same namespace. */
  readonly owner?: DemoReference;
  /** Everything except the metadata and the status. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Written to the subresource. Default: what the server makes of it. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** The user who creates it, instead of the administrator. */
  readonly creator?: { readonly user: string; readonly groups: readonly string[] };
}

/** Names an object of the demo. */
export interface DemoReference {
  readonly resource: BuiltinResource;
  readonly name: string;
  readonly namespace?: string;
}

/** An event about an object of the demo. */
export interface DemoEvent {
  readonly about: DemoReference;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who says so. */
  readonly component: string;
}

/** Equal for the same object only. */
export const referenceText = ({ resource, namespace = '', name }: DemoReference): string =>
  `${resource.resource}/${namespace}/${name}`;
