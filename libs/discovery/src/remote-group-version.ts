import type { VersionContent } from './aggregated-list.js';
import type { RemoteSwagger } from './remote-swagger.js';

/** A group version that another API server serves, in the documents of this one. */
export interface RemoteGroupVersion extends VersionContent {
  readonly group: string;
  /** Of the group: higher ones first. */
  readonly groupPriority: number;
  /** Of the version in its group: higher ones first. */
  readonly versionPriority: number;
  /** URL of its OpenAPI document, relative to a server. Undefined: it has none. */
  readonly openApiUrl: string | undefined;
  /** Its part of the Swagger document. Undefined: it has none. */
  readonly swagger: RemoteSwagger | undefined;
}
