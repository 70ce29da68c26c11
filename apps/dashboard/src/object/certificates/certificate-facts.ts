import type { PemContent } from '../../certificate/read-pem';
import type { Certificate } from '../../certificate/read-certificate';
import { formatSpan } from '../../ui/age';
import { type Fact, stated } from '../facts/fact';

const SOON_MS = 30 * 86_400_000;

/** `2026-11-27 10:00:00 UTC` */
function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

function validity({ notBefore, notAfter }: Certificate, now: number): Fact[] {
  const state: Fact =
    now < notBefore
      ? { label: 'Validity', value: `begins in ${formatSpan(notBefore - now)}`, tone: 'warn' }
      : now > notAfter
        ? { label: 'Validity', value: `expired ${formatSpan(now - notAfter)} ago`, tone: 'bad' }
        : {
            label: 'Validity',
            value: `expires in ${formatSpan(notAfter - now)}`,
            tone: notAfter - now < SOON_MS ? 'warn' : 'good',
          };
  return [state, { label: 'Valid', value: `${timeText(notBefore)} to ${timeText(notAfter)}` }];
}

/** The summary of one certificate or request. @param now in ms since 1970. */
export function certificateFacts(content: PemContent, now: number): Fact[] {
  if (content.type === 'unreadable') return [{ label: 'Unreadable', value: content.problem, tone: 'bad' }];
  return stated([
    { label: 'Subject', value: content.subject === '' ? 'none' : content.subject },
    ...(content.type === 'certificate'
      ? [
          { label: 'Issuer', value: content.issuer === content.subject ? 'itself' : content.issuer },
          ...validity(content, now),
        ]
      : []),
    { label: 'Names', value: content.names.join(', ') },
    { label: 'Usages', value: content.usages.join(', ') },
    {
      label: 'Authority',
      value: !content.isAuthority
        ? ''
        : content.type === 'certificate'
          ? 'may sign certificates'
          : 'asks to sign certificates',
      tone: content.type === 'certificate' ? '' : 'warn',
    },
    { label: 'Key', value: content.key },
    { label: 'Serial number', value: content.type === 'certificate' ? content.serialNumber : '' },
  ]);
}
