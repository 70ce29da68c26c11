import { ApiError, formatTime } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceClient } from '@orch/client';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import { withSession } from './command-context.js';

type Decision = 'Approved' | 'Denied';

interface CertificateRequest extends HasMetadata {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
}

/** How often a decision is retried on conflict. */
const ATTEMPTS = 5;

export function addCertificate(program: Command, output: Output): void {
  const certificate = program.command('certificate').description('approve or deny certificate requests');
  addDecision(certificate, 'approve', 'Approved', output);
  addDecision(certificate, 'deny', 'Denied', output);
}

function addDecision(parent: Command, verb: string, decision: Decision, output: Output): void {
  parent
    .command(verb)
    .description(`${verb} certificate requests`)
    .argument('<names...>', 'names of certificate requests')
    .action(async (names: string[], _options: unknown, command: Command) => {
      await withSession(command, async (session) => {
        const requests = session.client.resource<CertificateRequest>(builtinResources.certificateSigningRequests);
        const { groupName, kind } = builtinResources.certificateSigningRequests;
        const group = session.vocabulary.groups[groupName];
        const now = formatTime(Date.now());
        for (const name of names.map(bareName)) {
          await decide(requests, name, {
            type: decision,
            status: 'True',
            reason: reasonOf(session.vocabulary.client.commandLine, decision),
            message: `This was ${decision === 'Approved' ? 'approved' : 'denied'} on the command line.`,
            lastUpdateTime: now,
          });
          output.out(`${objectLabel({ group, kind }, name)} ${decision.toLowerCase()}\n`);
        }
      });
    });
}

async function decide(requests: ResourceClient<CertificateRequest>, name: string, condition: Condition): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const request = await requests.get(name);
    const conditions = request.status?.conditions ?? [];
    if (conditions.some(({ type }) => type === condition.type)) return;
    const decided = { ...request, status: { ...request.status, conditions: [...conditions, condition] } };
    try {
      await requests.subresource('approval').replace(name, decided);
      return;
    } catch (error) {
      const lostRace = error instanceof ApiError && error.reason === 'Conflict';
      if (!lostRace || attempt === ATTEMPTS) throw error;
    }
  }
}

/** `OrchctlApprove`, by whose command line it was. */
function reasonOf(commandLine: string, decision: Decision): string {
  const name = commandLine.charAt(0).toUpperCase() + commandLine.slice(1);
  return `${name}${decision === 'Approved' ? 'Approve' : 'Deny'}`;
}

/** `csr/name` is taken as `name`. */
function bareName(text: string): string {
  const name = text.slice(text.lastIndexOf('/') + 1);
  if (name === '') throw new UserError(`"${text}" names no certificate request`);
  return name;
}
