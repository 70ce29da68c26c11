import { listShapeOf, mapShapeOf, structShape, textShape } from '@orch/client';
import type { Command } from 'commander';
import { createReview } from '../access/create-review.js';
import type { Output } from '../output.js';
import { objectText } from '../printing/object-output.js';
import { outputFormat } from '../printing/output-format.js';
import { textTable } from '../printing/text-table.js';
import { allOptions, withSession } from './command-context.js';

const REVIEW = structShape({
  userInfo: structShape({
    username: textShape,
    uid: textShape,
    groups: listShapeOf(textShape),
    extra: mapShapeOf(listShapeOf(textShape)),
  }),
});

interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export function addWhoAmI(auth: Command, output: Output): void {
  auth
    .command('whoami')
    .description('show the authenticated user')
    .option('-o, --output <format>', 'json or yaml')
    .action(async (_options: unknown, command: Command) => {
      const format = outputFormat(allOptions<{ output?: string }>(command).output, ['json', 'yaml']);
      await withSession(command, async (session) => {
        const review = await createReview<{ userInfo?: UserInfo }>(
          session,
          'authentication',
          'selfsubjectreviews',
          REVIEW,
        );
        if (format === 'json' || format === 'yaml') output.raw(objectText(review, format));
        else output.out(textTable(['ATTRIBUTE', 'VALUE'], rowsOf(review.status.userInfo ?? {})));
      });
    });
}

function rowsOf({ username = '', uid = '', groups = [], extra = {} }: UserInfo): readonly (readonly string[])[] {
  const rows = [['Username', username]];
  if (uid !== '') rows.push(['UID', uid]);
  if (groups.length > 0) rows.push(['Groups', `[${groups.join(' ')}]`]);
  for (const key of Object.keys(extra).toSorted()) rows.push([`Extra: ${key}`, `[${(extra[key] ?? []).join(' ')}]`]);
  return rows;
}
