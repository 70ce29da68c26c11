import { NestFactory } from '@nestjs/core';
import { ApiServer } from '@orch/server';
import { AppModule } from './app.module.js';

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule);
  app.enableShutdownHooks();
  console.log(`serving at ${app.get(ApiServer, { strict: false }).url}`);
}
void main();
