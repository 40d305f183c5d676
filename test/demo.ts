import { demoUserId } from '../src/demo/seed/load.ts';
import { DEMO_DOMAIN, demoId } from '../src/server/sign-in/demo-identity.ts';
import type { TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { done, type References } from './factories.ts';

/** People of the demo university by what they are to the school of nursing (Enfermería), and their neighbours. */
export const PEOPLE = {
  academic: `camila.rojas@${DEMO_DOMAIN}`,
  colleague: `matias.sepulveda@${DEMO_DOMAIN}`,
  stranger: `diego.huenchulaf@${DEMO_DOMAIN}`,
  director: `patricia.contreras@${DEMO_DOMAIN}`,
  otherDirector: `hernan.bustos@${DEMO_DOMAIN}`,
  dean: `marcela.figueroa@${DEMO_DOMAIN}`,
  otherDean: `jorge.alarcon@${DEMO_DOMAIN}`,
  reviewer: `soledad.cifuentes@${DEMO_DOMAIN}`,
  admin: `beatriz.navarrete@${DEMO_DOMAIN}`,
  otherAdmin: `tomas.espinoza@${DEMO_DOMAIN}`,
} as const;

export type Clients = Record<keyof typeof PEOPLE, Client>;

/** All of them, signed in. */
export async function everybody(server: TestApp): Promise<Clients> {
  const entries = Object.entries(PEOPLE).map(async ([who, email]) => [who, await clientAs(server, email)]);
  return Object.fromEntries(await Promise.all(entries));
}

export const userIdOf = demoUserId;
export const schoolIdOf = (code: string) => demoId(`school:${code}`);
export const organisationIdOf = (rut: string) => demoId(`organisation:${rut}`);

/** What a project of the school of nursing points at, led by its academic. */
export async function nursing(client: Client): Promise<References> {
  const [offering] = done(await client.get<{ id: string }[]>('/options/offering?q=ENF-310'));
  if (!offering) throw new Error('the demo university teaches no ENF-310');
  return {
    leadId: demoUserId(PEOPLE.academic),
    schoolId: schoolIdOf('ENF'),
    offeringId: offering.id,
    organisationId: organisationIdOf('65000014-5'),
    careerId: demoId('career:ENF-D'),
  };
}
