import { flagShape, listShapeOf, structShape, textShape } from '@orch/client';
import type { Command } from 'commander';
import { createReview } from '../access/create-review.js';
import { requestedAccess } from '../access/requested-access.js';
import type { PolicyRule } from '../access/policy-rule.js';
import { rightsTable } from '../access/rights-table.js';
import type { Session } from '../connection/session.js';
import type { Output } from '../output.js';
import { NegativeAnswer, UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';

interface CanIOptions {
  readonly allNamespaces?: boolean;
  readonly list?: boolean;
  readonly quiet?: boolean;
  readonly headers: boolean;
  readonly subresource?: string;
}

const ANSWER = structShape({ allowed: flagShape, reason: textShape, evaluationError: textShape });

const RULE = structShape({
  verbs: listShapeOf(textShape),
  apiGroups: listShapeOf(textShape),
  resources: listShapeOf(textShape),
  resourceNames: listShapeOf(textShape),
  nonResourceURLs: listShapeOf(textShape),
});

const RULES = structShape({
  resourceRules: listShapeOf(RULE),
  nonResourceRules: listShapeOf(RULE),
  incomplete: flagShape,
  evaluationError: textShape,
});

interface Answer {
  readonly allowed?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

interface Rules {
  readonly resourceRules?: readonly PolicyRule[] | null;
  readonly nonResourceRules?: readonly PolicyRule[] | null;
  readonly incomplete?: boolean;
  readonly evaluationError?: string;
}

/** Its status is 0 for yes and 1 for no. */
export function addCanI(auth: Command, output: Output): void {
  auth
    .command('can-i')
    .description('check whether you, or the user of --as, may perform an action')
    .argument('[right...]', 'VERB RESOURCE[.GROUP][/NAME], or VERB /path')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('--subresource <name>', 'a sub-resource, such as log or scale')
    .option('--list', 'list all permissions in the namespace')
    .option('--no-headers', 'omit the headers of the list')
    .option('-q, --quiet', 'suppress output; only set the exit status')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const options = allOptions<CanIOptions>(command);
      if (options.list && (args.length > 0 || options.quiet)) {
        throw new UserError('--list takes neither a right nor --quiet');
      }
      await withSession(command, async (session) => {
        const namespace = options.allNamespaces ? '' : session.namespace;
        if (options.list) return list(session, namespace, options.headers, output);
        const { quiet = false, subresource } = options;
        const warnings = quiet ? { ...output, err: () => undefined } : output;
        const spec = await requestedAccess(session, args, { namespace, subresource }, warnings);
        const { status } = await createReview<Answer>(
          session,
          'authorization',
          'selfsubjectaccessreviews',
          ANSWER,
          spec,
        );
        if (!quiet) output.out(`${answerText(status)}\n`);
        if (!status.allowed) throw new NegativeAnswer();
      });
    });
}

const answerText = ({ allowed, reason = '', evaluationError = '' }: Answer): string =>
  allowed ? 'yes' : ['no', reason, evaluationError].filter((part) => part !== '').join(' - ');

async function list(session: Session, namespace: string, headers: boolean, output: Output): Promise<void> {
  const { status } = await createReview<Rules>(session, 'authorization', 'selfsubjectrulesreviews', RULES, {
    namespace,
  });
  const { resourceRules, nonResourceRules, incomplete, evaluationError = '' } = status;
  if (incomplete) output.err(`warning: the list may be incomplete${evaluationError && `: ${evaluationError}`}\n`);
  output.out(rightsTable([...(resourceRules ?? []), ...(nonResourceRules ?? [])], headers));
}
