import type { Answers } from './answers.js';

/**
 * Every name of the product family that differs between the two vocabularies. One value of this type is chosen when a
 * process starts and is handed down; no other file spells such a name. Each name is written out, none is computed:
 * some say `k8s.io` where others say `kubernetes.io`. A class, so that it is an injection token; any object of this shape will do.
 */
export abstract class Vocabulary {
  abstract readonly name: VocabularyName;
  abstract readonly answers: Answers;
  /** What the product calls itself in `User-Agent`s, subjects and messages. */
  abstract readonly product: string;
  /** `iss` of service account tokens unless the server is told another (D-028). */
  abstract readonly serviceAccountIssuer: string;
  abstract readonly serviceAccountTokens: {
    /** Claim that holds namespace, account and what the token is bound to (D-034). */
    readonly claim: string;
    /** `iss` of tokens that lie in Secrets, and what their claims begin with (D-042). */
    readonly legacyIssuer: string;
    readonly legacyClaimPrefix: string;
    /** Name of the volume a pod finds its token in, up to its random end. */
    readonly volumePrefix: string;
  };
  /** Keys of the `extra` of users that come with a service account token (D-032). */
  abstract readonly userExtra: {
    readonly podName: string;
    readonly podUid: string;
    readonly nodeName: string;
    readonly nodeUid: string;
    readonly credentialId: string;
  };
  /** API groups, by the name of the folder that holds their kinds. `core` is the empty group. */
  abstract readonly groups: Readonly<Record<GroupName, string>>;
  /** Group suffixes under which only built-in kinds live. */
  abstract readonly reservedGroupSuffixes: readonly string[];
  abstract readonly namespaces: {
    readonly default: string;
    readonly system: string;
    readonly public: string;
    readonly nodeLease: string;
  };
  abstract readonly signers: {
    readonly apiServerClient: string;
    readonly apiServerClientNode: string;
    readonly nodeServing: string;
    readonly legacyUnknown: string;
    /** Domain of the built-in signers, the part before the slash. */
    readonly domain: string;
  };
  /** Users and cluster roles that are named for a part of the product. */
  abstract readonly systemNames: {
    readonly scheduler: string;
    readonly controllerManager: string;
    /** The user of the proxy on a node. */
    readonly nodeProxy: string;
    /** The role of those who speak to the agent on a node. */
    readonly nodeApiAdmin: string;
    readonly dns: string;
    readonly aggregator: string;
  };
  abstract readonly secretTypes: {
    readonly opaque: string;
    readonly bootstrapToken: string;
    readonly serviceAccountToken: string;
    readonly dockercfg: string;
    readonly dockerConfigJson: string;
    readonly basicAuth: string;
    readonly sshAuth: string;
    readonly tls: string;
  };
  abstract readonly labels: {
    /** On every Namespace, equal to its name. */
    readonly metadataName: string;
    readonly hostname: string;
    /** Labels of this domain are the node agent's to set on its Node. */
    readonly nodeAgentDomain: string;
    readonly zone: string;
    readonly region: string;
    readonly podSecurityPrefix: string;
    /** On an EndpointSlice: the service it is of. */
    readonly serviceName: string;
    /** On the pods of a Job: its name and its uid. */
    readonly jobName: string;
    readonly jobControllerUid: string;
    /** On what the server makes for its own use, `rbac-defaults` on roles and bindings. */
    readonly bootstrapping: string;
    /** On cluster roles: of which other their rules become a part (`...-admin`, `...-edit`, `...-view`). */
    readonly aggregateToPrefix: string;
    /** On no pod: by it versions of PodDisruptionBudget tell an empty selector of the other. */
    readonly emptyBudgetSelector: string;
  };
  abstract readonly annotations: {
    readonly serviceAccountName: string;
    readonly serviceAccountUid: string;
    /** On a pod that only shows what a node runs from a file of its own. */
    readonly mirrorPod: string;
    /** `"true"` on a ServiceAccount whose pods may use only the Secrets it lists. */
    readonly enforceMountableSecrets: string;
    /** Before the name of a container: its AppArmor profile, for releases without a field for it. */
    readonly appArmorPrefix: string;
    /** Seccomp profiles of policies of releases before 1.19: of the pod, and before the name of a container. */
    readonly seccompPod: string;
    readonly seccompContainerPrefix: string;
    /** A 32-bit integer: of pods that are deleted, those with a lower one come first. */
    readonly podDeletionCost: string;
    /** Audit annotations of pod security: violations of level `audit`, the enforced level, labels that are wrong. */
    readonly auditViolations: string;
    readonly enforcedPolicy: string;
    readonly policyError: string;
    readonly defaultStorageClass: string;
    readonly lastApplied: string;
    readonly initialEventsEnd: string;
    /** `"true"` while the server keeps an object it made up to date. */
    readonly autoUpdate: string;
    /** `"false"` on a default role or binding that the server is to leave alone. */
    readonly roleAutoUpdate: string;
    /** The same on a FlowSchema or PriorityLevelConfiguration. */
    readonly flowControlAutoUpdate: string;
    readonly description: string;
    /** On a pod: which amounts its namespace gave it. */
    readonly limitRanger: string;
    /** Where an older version of a HorizontalPodAutoscaler keeps what it has no fields for, as JSON. */
    readonly autoscalerMetrics: string;
    readonly autoscalerCurrentMetrics: string;
    readonly autoscalerConditions: string;
    readonly autoscalerBehavior: string;
    /** Audit annotation on use of a deprecated version. */
    readonly deprecated: string;
    /** Audit annotation beside it: the release that takes the version away, `1.25`. */
    readonly removedRelease: string;
    /** Class of an Ingress from before it had a field for it. */
    readonly ingressClass: string;
  };
  abstract readonly finalizers: {
    readonly namespace: string;
    readonly pvcProtection: string;
    readonly pvProtection: string;
  };
  abstract readonly taints: { readonly nodeNotReady: string };
  /** Begins the WebSocket subprotocol that carries a bearer token, in base64url without padding. */
  abstract readonly webSocketTokenPrefix: string;
  abstract readonly mediaTypes: { readonly protobuf: string };
  /** Prefix of the OpenAPI extensions, with the last dash. */
  abstract readonly schemaExtensionPrefix: string;
  /** Prefix of Go-like package names in OpenAPI definitions, `io.orch.api.core.v1.Pod`. */
  abstract readonly openApiDefinitionPrefix: string;
  /** Keys of the signed ConfigMap `cluster-info`. */
  abstract readonly clusterInfo: { readonly configKey: string; readonly signaturePrefix: string };
  abstract readonly rootCaConfigMap: string;
  /** Name of the Service (and TLS name) of the API server inside a cluster. */
  abstract readonly apiServerService: string;
  /** Of the Lease that each of several API servers renews: a label and its value, and the annotation that says `IP:PORT`. */
  abstract readonly apiServerLease: {
    readonly label: string;
    readonly component: string;
    readonly addressAnnotation: string;
  };
  abstract readonly client: {
    readonly configEnvironment: string;
    readonly execInfoEnvironment: string;
    readonly serviceHostEnvironment: string;
    readonly servicePortEnvironment: string;
    /** Configuration file below the home directory. */
    readonly homeConfig: string;
    readonly serviceAccountMount: string;
    readonly commandLine: string;
  };
  /** User names of the processes that are no node and no service account. */
  abstract readonly componentUsers: { readonly controllerManager: string; readonly scheduler: string };
  abstract readonly headers: { readonly flowSchemaUid: string; readonly priorityLevelUid: string };
  /** Keys of the volume context that storage drivers are given, and the node topology. */
  abstract readonly csi: { readonly podInfoPrefix: string; readonly serviceAccountTokens: string };
}

export type VocabularyName = 'orch' | 'kubernetes';

export type GroupName =
  | 'abac'
  | 'core'
  | 'meta'
  | 'admission'
  | 'admissionregistration'
  | 'apidiscovery'
  | 'apiextensions'
  | 'apiregistration'
  | 'apiserverConfig'
  | 'apps'
  | 'audit'
  | 'authentication'
  | 'authorization'
  | 'autoscaling'
  | 'batch'
  | 'certificates'
  | 'clientAuthentication'
  | 'coordination'
  | 'discovery'
  | 'events'
  | 'extensions'
  | 'flowcontrol'
  | 'internal'
  | 'networking'
  | 'node'
  | 'policy'
  | 'rbac'
  | 'resource'
  | 'scheduling'
  | 'storage'
  | 'storagemigration';
