import { isFinished, toneOf } from './tone';

describe('the tone of a word', () => {
  it.each([
    ['Running', 'good'],
    ['Approved,Issued', 'good'],
    ['CrashLoopBackOff', 'bad'],
    ['0/1', 'warn'],
    ['1/1', ''],
    ['blue', ''],
  ])('of %s is "%s"', (text, tone) => {
    expect(toneOf(text)).toBe(tone);
  });

  it('is none for containers that a finished pod does not have', () => {
    const toneOfReady = (status: string) => toneOf('0/1', isFinished(['report', '0/1', status, 0]));
    expect(['Completed', 'Succeeded', 'Error', 'Pending'].map(toneOfReady)).toEqual(['', '', 'warn', 'warn']);
  });
});
