/** A program that `orch <name>` starts: an app of its own. */
export interface Program {
  readonly name: string;
  readonly summary: string;
}

/** A controller as its own process. */
export interface ControllerProgram extends Program {
  /** Whether `--controllers=*` means it. */
  readonly inStar: boolean;
}

export const apiServerProgram: Program = { name: 'apiserver', summary: 'The API server alone.' };

export const controllerManagerProgram: Program = {
  name: 'controller-manager',
  summary: 'Any set of the controllers in one process.',
};

/** Every controller, in the order they start. Two are not part of `*`. Source: B-009 to B-012, D-021. */
export const controllerPrograms: readonly ControllerProgram[] = [
  { name: 'namespace-finalizer', summary: 'Empties namespaces that are deleted.', inStar: true },
  { name: 'service-account', summary: 'Gives every namespace its default service account.', inStar: true },
  { name: 'root-ca-publisher', summary: 'Publishes the CA certificate in every namespace.', inStar: true },
  { name: 'csr-approver', summary: 'Approves certificate requests of nodes.', inStar: true },
  { name: 'csr-signer', summary: 'Signs approved certificate requests.', inStar: true },
  { name: 'csr-cleaner', summary: 'Deletes old certificate requests.', inStar: true },
  { name: 'pvc-protection', summary: 'Keeps volume claims that are in use.', inStar: true },
  { name: 'token-cleaner', summary: 'Deletes expired bootstrap tokens.', inStar: false },
  { name: 'bootstrap-signer', summary: 'Signs the public cluster information with bootstrap tokens.', inStar: false },
];

export const programs: readonly Program[] = [apiServerProgram, controllerManagerProgram, ...controllerPrograms];
