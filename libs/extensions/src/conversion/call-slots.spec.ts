import { CallSlots } from './call-slots.js';

it('calls beyond the limit wait in order, and too many of them are refused', async () => {
  const slots = new CallSlots(1, 2);
  const begun: string[] = [];
  const release: (() => void)[] = [];
  const call = (name: string) =>
    slots.run(() => {
      begun.push(name);
      return new Promise<void>((resolve) => release.push(resolve));
    });
  const calls = ['a', 'b', 'c'].map((name) => call(name));
  await expect(call('d')).rejects.toMatchObject({ reason: 'TooManyRequests' });
  for (let i = 0; i < 3; i++) {
    release[i]!();
    await calls[i];
    await new Promise(setImmediate);
  }
  expect(begun).toEqual(['a', 'b', 'c']);
  const last = call('e');
  expect(begun).toEqual(['a', 'b', 'c', 'e']);
  release[3]!();
  await last;
});
