import { checkWatchOptions } from './list-options.js';

describe('options of a watch', () => {
  const causes = (options: Parameters<typeof checkWatchOptions>[0]): unknown => {
    try {
      return checkWatchOptions(options, 'meta.orch.io', true);
    } catch (error) {
      return (error as { details: { causes: { message: string }[] } }).details.causes.map(({ message }) => message);
    }
  };
  const initial = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
  it('initial events are sent on request', () => expect(causes(initial)).toBeUndefined());
  it('initial events have no pages', () =>
    expect(causes({ ...initial, continue: 'x' })).toEqual([
      'Forbidden: resourceVersionMatch is forbidden when continue is provided',
    ]));
});
