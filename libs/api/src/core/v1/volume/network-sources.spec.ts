import { FieldPath } from '@orch/apimachinery';
import fc from 'fast-check';
import { validateIscsi } from './network-sources.validation.js';

/** As kube-apiserver has it: it takes quadratic time. */
const IQN = /iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\s]+)$/;

it('C-194 qualified names of iSCSI are those of the pattern, which may begin anywhere in them', () => {
  const part = fc.constantFrom('iqn.', 'iqn.2000-01.', 'a', '.', '-', ':', ',', ' ', '_', '2000-01.');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const iqn = `iqn.2000-01.${parts.join('')}`;
      const errors = validateIscsi(FieldPath.of('iscsi'), { targetPortal: 'p', lun: 0, iqn });
      expect([iqn, errors.length]).toEqual([iqn, IQN.test(iqn) ? 0 : 1]);
    }),
    { numRuns: 500 },
  );
});
