import type { ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite } from '@orch/testing';

it('changes of objects from 16 KiB on take a turn each', async () => {
  const test = await startTestRegistry();
  const { writer } = test.store('configmaps');
  const body = (value: unknown) => ({ value, duplicateFields: [] });
  const takeTurn = jest.fn(() => Promise.resolve());
  const request = { ...testWrite('t1'), takeTurn };
  const label = (name: string) =>
    writer.patch(request, name, (current) => {
      const { metadata, ...rest } = current as ApiObject;
      return body({ ...rest, metadata: { ...metadata, labels: { a: 'b' } } });
    });
  for (const [name, bytes] of [
    ['small', 15_000],
    ['large', 16_384],
  ] as const)
    await writer.create(request, body({ metadata: { name }, data: { a: 'x'.repeat(bytes) } }));
  await label('small');
  expect(takeTurn).not.toHaveBeenCalled();
  await label('large');
  expect(takeTurn).toHaveBeenCalledTimes(1);
  await test.close();
});
