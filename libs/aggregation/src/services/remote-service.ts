import type { APIService } from '@orch/api';

/** A group version that another API server serves. */
export interface RemoteService {
  /** Name of the APIService: `VERSION.GROUP`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  /** The service of that API server. */
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
  /** PEM bundle of CAs. Undefined: those of the system. */
  readonly ca: string | undefined;
  readonly insecure: boolean;
  /** Whether the last check of its availability passed. */
  readonly isAvailable: boolean;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

const HTTPS_PORT = 443;

/** Undefined for a group version that this server serves itself. */
export function remoteServiceOf({ metadata, spec, status }: APIService): RemoteService | undefined {
  if (!spec?.service) return undefined;
  const { group = '', version = '', service, caBundle, insecureSkipTLSVerify = false } = spec;
  return {
    name: metadata.name!,
    group,
    version,
    service: { namespace: service.namespace ?? '', name: service.name ?? '', port: service.port ?? HTTPS_PORT },
    ca: caBundle ? Buffer.from(caBundle, 'base64').toString('latin1') : undefined,
    insecure: insecureSkipTLSVerify,
    isAvailable: status?.conditions?.some((one) => one.type === 'Available' && one.status === 'True') ?? false,
    groupPriority: spec.groupPriorityMinimum,
    versionPriority: spec.versionPriority,
  };
}
