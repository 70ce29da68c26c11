import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes, AdmissionOperation } from '@orch/registry';
import { admissionChain } from './admission-chain.js';
import type { AdmissionPlugin } from './admission-plugin.js';

const attributesOf = (operation: AdmissionOperation): AdmissionAttributes =>
  ({ operation, object: { metadata: { name: 'a' } } }) as unknown as AdmissionAttributes;

describe('admission chain', () => {
  let calls: string[];
  const plugin = (name: string, more: Partial<AdmissionPlugin> = {}): AdmissionPlugin => ({
    name,
    handles: () => true,
    mutate: ({ object }) => {
      calls.push(name);
      return object!;
    },
    ...more,
  });
  const asking = (name: string, isAsync: boolean): AdmissionPlugin =>
    plugin(name, {
      mutate: ({ object }, rounds) => {
        calls.push(name);
        rounds!.again();
        return isAsync ? Promise.resolve(object!) : object!;
      },
    });
  beforeEach(() => (calls = []));

  it.each([true, false])('a second round precedes the plugins that mutate last (asynchronous: %s)', async (isAsync) => {
    const last = plugin('last', { mutatesLast: true });
    await admissionChain([last, plugin('first'), asking('asks', isAsync)]).mutate(attributesOf('CREATE'));
    expect(calls).toEqual(['first', 'asks', 'first', 'asks', 'last']);
  });

  it('without a plugin that asks there is one round', async () => {
    await admissionChain([plugin('first'), plugin('last', { mutatesLast: true })]).mutate(attributesOf('CREATE'));
    expect(calls).toEqual(['first', 'last']);
  });

  it('a plugin that asks in a chain without last ones gets two rounds', async () => {
    await admissionChain([asking('asks', true)]).mutate(attributesOf('CREATE'));
    expect(calls).toEqual(['asks', 'asks']);
  });

  it('D-168 a plugin that charges validates after all others', async () => {
    const check = (name: string, more: Partial<AdmissionPlugin> = {}): AdmissionPlugin =>
      plugin(name, { validate: () => void calls.push(name), ...more });
    const chain = admissionChain([check('charges', { validatesLast: true }), check('first'), check('second')]);
    await chain.validate(attributesOf('CREATE'));
    expect(calls).toEqual(['first', 'second', 'charges']);
  });

  it('connections pass only the plugins that say so', () => {
    const chain = admissionChain([
      plugin('writes', { validate: () => void calls.push('validated') }),
      plugin('all', { connects: true, validate: () => void calls.push('connected') }),
    ]);
    const object = chain.mutate(attributesOf('CONNECT')) as ApiObject;
    void chain.validate({ ...attributesOf('CONNECT'), object });
    expect(calls).toEqual(['all', 'connected']);
  });
});
