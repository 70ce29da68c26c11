import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Logger, Reconciler, watch, type Result } from '@orch/controller-kit';
import { parseCertificateRequest, PkiError, signCertificateRequest } from '@orch/pki';
import {
  certificateSigningRequests,
  requestPem,
  withCondition,
  type CertificateSigningRequest,
} from '../shared/certificate-signing-request.js';
import { isRefused, unlessRefused } from '../shared/refused-write.js';
import { planValidity, ruleToSign } from './plan.js';
import { signerRules, type SignerRule } from './signer-rules.js';
import type { SigningAuthority } from './signing-authority.js';

/** Delay until a missing authority is looked up again. */
const AUTHORITY_RETRY_MS = 60_000;

/** Errors of the request itself, which a retry does not fix; all others are errors of the CA. */
const REFUSALS: ReadonlySet<string> = new Set(['InvalidRequest', 'InvalidSubject', 'UnknownUsage', 'InvalidValidity']);

/** An injection token. */
export abstract class CsrSignerSettings {
  abstract readonly rules: ReadonlyMap<string, SignerRule>;
  abstract readonly authority: SigningAuthority;
  /** The longest lifetime of a certificate. Unit: milliseconds. */
  abstract readonly signingDurationMs: number;
}

/** Signs approved requests of the built-in signers, or sets condition `Failed` with the reason. Source, C-222. */
@Reconciler({
  name: 'csr-signer',
  watches: (vocabulary) => {
    const rules = signerRules(vocabulary);
    return [
      watch(certificateSigningRequests, {
        filter: (change) => change.type !== 'deleted' && ruleToSign(change.object, rules) !== undefined,
      }),
    ];
  },
})
export class CsrSignerReconciler implements Reconciler {
  constructor(
    @InjectLister(certificateSigningRequests) private readonly requests: Lister<CertificateSigningRequest>,
    @InjectResourceClient(certificateSigningRequests)
    private readonly client: ResourceClient<CertificateSigningRequest>,
    private readonly settings: CsrSignerSettings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const csr = this.requests.get(key);
    const rule = csr && ruleToSign(csr, this.settings.rules);
    if (!rule) return DONE;
    try {
      const refusal = rule.refuse(await parseCertificateRequest(requestPem(csr)), csr.spec.usages ?? []);
      if (refusal !== undefined) return await this.fail(csr, refusal, signal);
      return await this.sign(csr, rule, signal);
    } catch (err) {
      if (err instanceof PkiError && REFUSALS.has(err.code)) return this.fail(csr, err.message, signal);
      throw err;
    }
  }

  private async sign(csr: CertificateSigningRequest, rule: SignerRule, signal: AbortSignal): Promise<Result> {
    const ca = await this.settings.authority.load();
    if (!ca) {
      this.logger.warn('no signing CA, the request stays pending', { request: csr.metadata.name });
      return { requeueAfterMs: AUTHORITY_RETRY_MS };
    }
    const certificate = await signCertificateRequest({
      ca,
      requestPem: requestPem(csr),
      keepSan: rule.keepSan,
      usages: csr.spec.usages ?? [],
      ...planValidity(csr, this.settings.signingDurationMs, this.clock.now()),
    });
    const status = { ...csr.status, certificate: Buffer.from(certificate, 'latin1').toString('base64') };
    try {
      await this.client.updateStatus({ ...csr, status }, { signal });
    } catch (err) {
      if (isRefused(err)) return this.fail(csr, `the certificate was refused: ${err.message}`, signal);
      throw err;
    }
    return DONE;
  }

  private async fail(csr: CertificateSigningRequest, message: string, signal: AbortSignal): Promise<Result> {
    const failed = withCondition(csr, { type: 'Failed', reason: 'SignerValidationFailure', message });
    await unlessRefused(() => this.client.updateStatus(failed, { signal }));
    return DONE;
  }
}
