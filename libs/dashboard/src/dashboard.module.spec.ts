import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { RbacServer } from '@orch/server-testing';
import { DashboardModule } from './dashboard.module.js';

@Controller()
class OwnController {
  @Get('own')
  own(): string {
    return 'of the application';
  }
}

it('another Nest application serves the dashboard and the API, and its own paths', async () => {
  const s = await RbacServer.start({ users: { anna: [] } });
  const { server: api, caPem: ca } = s.listening;
  @Module({ imports: [DashboardModule.forRoot({ server: api.url, ca })], controllers: [OwnController] })
  class AppModule {}
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const headers = { authorization: 'Bearer anna' };
  const config = await fetch(`${url}/dashboard/config.json`);
  expect(await config.json()).toMatchObject({ vocabulary: 'orch', login: { token: true, certificate: false } });
  expect((await fetch(`${url}/api/v1/secrets`, { headers })).status).toBe(403);
  const review = await fetch(`${url}/apis/authentication.orch.io/v1/selfsubjectreviews`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await review.json()).toMatchObject({ status: { userInfo: { username: 'anna' } } });
  expect(await (await fetch(`${url}/own`)).text()).toBe('of the application');
  await app.close();
  await s.stop();
});
