import type { Answers } from './answers.js';

/**
 * All names that differ between the two vocabularies. A process selects one value at start and passes it on; no other file
 * contains such a name. Names are literals, not computed: some use `k8s.io`, others `kubernetes.io`. A class, so that it is an
 * injection token; any object of this shape is accepted.
 */
export abstract class Vocabulary {
  abstract readonly name: VocabularyName;
  abstract readonly answers: Answers;
  /** Product name in `User-Agent`s, subjects and messages. */
  abstract readonly product: string;
  /** Product name in sentences. */
  abstract readonly title: string;
  /** Default `iss` of service account tokens (D-028). */
  abstract readonly serviceAccountIssuer: string;
  abstract readonly serviceAccountTokens: {
    /** Claim with namespace, service account and bound object (D-034). */
    readonly claim: string;
    /** `iss` of tokens in Secrets, and the prefix of their claims (D-042). */
    readonly legacyIssuer: string;
    readonly legacyClaimPrefix: string;
    /** Name of a pod's token volume, without the random suffix. */
    readonly volumePrefix: string;
    /** Label of a token Secret: its token is rejected, since the date that is its value. */
    readonly invalidSince: string;
    /** Label of a token Secret: the day on which its token was last used. */
    readonly lastUsed: string;
  };
  /** Keys in the `extra` of users authenticated by a service account token (D-032). */
  abstract readonly userExtra: {
    readonly podName: string;
    readonly podUid: string;
    readonly nodeName: string;
    readonly nodeUid: string;
    readonly credentialId: string;
  };
  /** API groups by the name of the folder with their kinds. `core` is the empty group. */
  abstract readonly groups: Readonly<Record<GroupName, string>>;
  /** Groups of metrics servers, from which pods are scaled: of resources, of objects, of what is outside. */
  abstract readonly metricsGroups: { readonly resource: string; readonly custom: string; readonly external: string };
  /** Groups of configuration files of admission plugins; `formerAdmission`: of the file that names them, in older files. */
  abstract readonly pluginConfigurationGroups: {
    readonly formerAdmission: string;
    readonly eventRateLimit: string;
    readonly imagePolicy: string;
    readonly podSecurity: string;
    readonly podTolerationRestriction: string;
    readonly resourceQuota: string;
  };
  /** Group suffixes reserved for built-in kinds. The first is also the domain of built-in resources of nodes. */
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
    /** Of the serving certificates of API servers. No controller signs for it. */
    readonly apiServerServing: string;
    readonly legacyUnknown: string;
    /** Domain of the built-in signers, the part before the slash. */
    readonly domain: string;
  };
  /** Users and cluster roles named after a component. */
  abstract readonly systemNames: {
    readonly scheduler: string;
    readonly controllerManager: string;
    /** User of the node proxy. */
    readonly nodeProxy: string;
    /** Role of clients of the node agent's API. */
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
    /** On a Node: one role, in its value. */
    readonly nodeRole: string;
    readonly hostname: string;
    readonly os: string;
    readonly arch: string;
    /** On a node that does not count when the health of its zone is judged. */
    readonly excludeDisruption: string;
    /** Domain of the labels that a node agent may set on its Node. */
    readonly nodeAgentDomain: string;
    readonly zone: string;
    readonly region: string;
    readonly podSecurityPrefix: string;
    /** `"true"` on Endpoints: no slices are made from them. */
    readonly skipMirror: string;
    /** On Endpoints and EndpointSlices: their service has no cluster IP. */
    readonly headless: string;
    /** On Endpoints: which controller writes them, and the value of the built-in one. */
    readonly endpointsManager: { readonly label: string; readonly controller: string };
    /** On an EndpointSlice: which controller writes it, and the values of the built-in ones. */
    readonly sliceManager: { readonly label: string; readonly controller: string; readonly mirroring: string };
    /** On an EndpointSlice: its service. */
    readonly serviceName: string;
    /** On the pods of a Job: its name and uid. */
    readonly jobName: string;
    readonly jobControllerUid: string;
    /** On bootstrap objects; `rbac-defaults` on roles and bindings. */
    readonly bootstrapping: string;
    /** On an APIService that the server keeps: `onstart` or `true`. */
    readonly automanaged: string;
    /** On cluster roles: the role that aggregates their rules (`...-admin`, `...-edit`, `...-view`). */
    readonly aggregateToPrefix: string;
    /** On no pod: represents an empty selector of the other PodDisruptionBudget version. */
    readonly emptyBudgetSelector: string;
    /** On a Namespace: `"true"` where claims may request devices with access for administrators. */
    readonly deviceAdminAccess: string;
    /** As `deviceAdminAccess`, in releases before 1.34. */
    readonly olderDeviceAdminAccess: string;
    /** On an IPAddress: IPv4 or IPv6. */
    readonly addressFamily: string;
    /** On an IPAddress: who made it, and the value on those of services. */
    readonly addressManager: { readonly label: string; readonly services: string };
    /** Labels of nodes that have newer names: the release of the deprecation and the new name. */
    readonly deprecatedOfNodes: ReadonlyMap<string, readonly [since: string, name: string]>;
  };
  abstract readonly annotations: {
    readonly serviceAccountName: string;
    readonly serviceAccountUid: string;
    /** On mirror pods: a node runs the pod from a local file. */
    readonly mirrorPod: string;
    /** `"true"` on a ServiceAccount: its pods may mount only the Secrets it lists. */
    readonly enforceMountableSecrets: string;
    /** Prefix of a container name: its AppArmor profile, for releases without the field. */
    readonly appArmorPrefix: string;
    /** Seccomp profiles before 1.19: of the pod, and prefix of a container name. */
    readonly seccompPod: string;
    readonly seccompContainerPrefix: string;
    /** On a pod: without effect; the release from which on, and the field instead. */
    readonly removedOfPods: ReadonlyMap<string, readonly [since: string, field: string]>;
    /** A 32-bit integer: pods with a lower cost are deleted first. */
    readonly podDeletionCost: string;
    /** Audit annotations of pod security: violations of level `audit`, the enforced level, invalid labels. */
    readonly auditViolations: string;
    readonly enforcedPolicy: string;
    readonly policyError: string;
    /** Audit annotation of a request that is exempt from pod security: why. */
    readonly podSecurityExempt: string;
    /** On a namespace: the node selector of its pods, as `key=value,other=value`. */
    readonly nodeSelector: string;
    /** On a namespace: tolerations added to its pods, and those that its pods may have, as JSON. */
    readonly defaultTolerations: string;
    readonly allowedTolerations: string;
    /** In the annotations of a pod that an image policy service reads. */
    readonly imagePolicyInfix: string;
    /** Prefix of audit annotations of the image policy. */
    readonly imagePolicyAuditPrefix: string;
    readonly defaultStorageClass: string;
    readonly defaultIngressClass: string;
    /** Storage class of a claim, before it had a field. */
    readonly claimStorageClass: string;
    /** Mount options of a volume, before it had a field. */
    readonly mountOptions: string;
    /** `yes` on a volume and on its claim: the controller chose the volume, no user did. */
    readonly boundByController: string;
    /** `yes` on a claim that is bound; the scheduler places no pod of a claim without it. */
    readonly bindCompleted: string;
    /** On a volume: the provisioner that created it and deletes it. */
    readonly provisionedBy: string;
    /** On a claim: the provisioner that is to create its volume; the newer and the older name. */
    readonly storageProvisioner: string;
    readonly betaStorageProvisioner: string;
    /** On a claim of a class that waits for pods: the node that the scheduler chose. */
    readonly selectedNode: string;
    /** On a Service: prefers endpoints in the zone of the client; the older and the newer name. */
    readonly topologyAwareHints: string;
    readonly topologyMode: string;
    /** On Endpoints and EndpointSlices: when the change occurred that the last update is for, as RFC 3339. */
    readonly lastChangeTriggerTime: string;
    /** On Endpoints: `truncated` when the service has more addresses than they hold. */
    readonly overCapacity: string;
    /** On an object that is a lock of an older leader election. */
    readonly leader: string;
    readonly lastApplied: string;
    readonly initialEventsEnd: string;
    /** `"true"` while the server updates a bootstrap object. */
    readonly autoUpdate: string;
    /** `"false"` on a default role or binding: the server does not reconcile it. */
    readonly roleAutoUpdate: string;
    /** The same on a FlowSchema or PriorityLevelConfiguration. */
    readonly flowControlAutoUpdate: string;
    readonly description: string;
    /** On a pod: the defaults that a LimitRange set. */
    readonly limitRanger: string;
    /** Fields that an older HorizontalPodAutoscaler version lacks, as JSON. */
    readonly autoscalerMetrics: string;
    readonly autoscalerCurrentMetrics: string;
    readonly autoscalerConditions: string;
    readonly autoscalerBehavior: string;
    /** On a node: pods that a scheduler should keep away from it, as JSON. */
    readonly preferAvoidPods: string;
    /** On a service: the clients of its load balancer, as a list of CIDRs; the field counts where both are there. */
    readonly loadBalancerSourceRanges: string;
    /** Audit annotation of a token request: the id of the issued token, as `credentialId` has it. */
    readonly issuedCredentialId: string;
    /** Audit annotation on use of a deprecated version. */
    readonly deprecated: string;
    /** Audit annotation: the release that removes the version, `1.25`. */
    readonly removedRelease: string;
    /** Ingress class, before it had a field. */
    readonly ingressClass: string;
    /** On a definition in a protected group: the address of the review of its API, or a text that begins with `unapproved`. */
    readonly apiApproved: string;
    /** On a Lease, annotation and label: state of the work queues of controllers, as JSON; `true`. Of this project. */
    readonly controllerStatus: string;
    /** On a definition: rules that convert its objects between its versions, as YAML or JSON. Of this project. */
    readonly declaredConversion: string;
  };
  /** Domains of the project: definitions of groups in them need approval. */
  abstract readonly protectedGroups: readonly string[];
  /** Condition of a definition in such a group: whether its API is approved. */
  abstract readonly approvalCondition: string;
  abstract readonly finalizers: {
    /** Of a definition: its objects are deleted before it. */
    readonly customResourceCleanup: string;
    readonly namespace: string;
    readonly pvcProtection: string;
    readonly pvProtection: string;
  };
  abstract readonly taints: {
    readonly nodeNotReady: string;
    readonly nodeUnreachable: string;
    readonly memoryPressure: string;
    readonly diskPressure: string;
    readonly pidPressure: string;
    readonly networkUnavailable: string;
    readonly unschedulable: string;
    /** An administrator says that the node is off and stays so. */
    readonly outOfService: string;
  };
  /** Prefix of the WebSocket subprotocol with a bearer token in base64url without padding. */
  abstract readonly webSocketTokenPrefix: string;
  /** `offersCbor`: CBOR is offered, too (`withCbor`). */
  abstract readonly mediaTypes: { readonly protobuf: string; readonly offersCbor?: boolean };
  /** Prefix of the OpenAPI extensions, with the last dash. */
  abstract readonly schemaExtensionPrefix: string;
  /** Prefix of Go-like package names in OpenAPI definitions, `io.orch.api.core.v1.Pod`. */
  abstract readonly openApiDefinitionPrefix: string;
  /** Keys of the signed ConfigMap `cluster-info`. */
  abstract readonly clusterInfo: { readonly configKey: string; readonly signaturePrefix: string };
  /** Descriptions of fields of ObjectMeta, as columns of a Table have them. */
  abstract readonly metadataDescriptions: { readonly name: string; readonly creationTimestamp: string };
  /** Descriptions of columns that are other than those of the kinds, by kind and column. */
  abstract readonly columnDescriptions: ReadonlyMap<string, Readonly<Record<string, string>>>;
  abstract readonly rootCaConfigMap: string;
  /** ConfigMap with the day since which the use of service account tokens in Secrets is tracked. */
  abstract readonly tokenTrackingConfigMap: string;
  /** Name of the Service (and TLS name) of the API server inside a cluster. */
  abstract readonly apiServerService: string;
  /** Server lease: a label and its value, and the annotation with `IP:PORT`. */
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
    /** Configuration file, relative to the home directory. */
    readonly homeConfig: string;
    readonly serviceAccountMount: string;
    readonly commandLine: string;
  };
  /** User names of components that run without a node or service account identity. */
  abstract readonly componentUsers: { readonly controllerManager: string; readonly scheduler: string };
  abstract readonly headers: { readonly flowSchemaUid: string; readonly priorityLevelUid: string };
  /** Keys of the volume context passed to storage drivers, and the node topology. */
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
