import { afterAll, beforeAll } from 'vitest';
import type { Env } from '../src/server/env.ts';
import { startApp, type TestApp } from './app.ts';
import { type Clients, everybody, nursing } from './demo.ts';
import type { References } from './factories.ts';

/** The server of the running test file. Set once {@link openUniversity} has been called there. */
export let server: TestApp;
/** A second copy of it on the same rows, where the file asked for one by {@link openSecondCopy}. */
export let copy: TestApp;
/** Everybody of the demo university, signed in at `server`. */
export let clients: Clients;
/** What a project of the school of nursing points at. */
export let refs: References;

/** Opens the demo university for the tests of one file and closes it after them; `overrides` replace settings. */
export function openUniversity(overrides: Partial<Env> = {}): void {
  beforeAll(async () => {
    server = await startApp(overrides);
    clients = await everybody(server);
    refs = await nursing(clients.academic);
  });
  afterAll(() => server.close());
}

/** Call it after {@link openUniversity}: what is opened last is closed first. */
export function openSecondCopy(overrides: Partial<Env> = {}): void {
  beforeAll(async () => {
    copy = await startApp(overrides, server);
  });
  afterAll(() => copy.close());
}
