import type { z } from 'zod';
import type { Database } from '../db/pool.ts';
import type { agreementFields } from '../domain/catalogues/agreements.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { agreementCommands } from '../features/agreements/commands.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';
import { CLINIC, COOPERATIVE, FOUNDATION, MUNICIPALITY } from './seed/projects.ts';

type Fields = z.output<typeof agreementFields>;

const YEAR = 365;

/** One that holds, one that ends soon, one that lacks what it must have, and one that is over. */
function agreementsOn(today: string): Fields[] {
  const common = { schoolId: null, note: '', clauses: [] };
  const between = (from: number, to: number | null) => ({
    signedOn: addDays(today, from),
    startsOn: addDays(today, from),
    endsOn: to === null ? null : addDays(today, to),
  });
  const withPartner = (rut: string) => demoId(`organisation:${rut}`);
  return [
    {
      ...common,
      ...{ organisationId: withPartner(MUNICIPALITY), number: 'DU 118', kind: 'framework' },
      ...between(-2 * YEAR, null),
      subject: 'Colaboración entre la universidad y el municipio',
      clauses: ['gender_violence', 'personal_data', 'termination'],
    },
    {
      ...common,
      ...{ organisationId: withPartner(CLINIC), number: 'DU 204', kind: 'internship' },
      ...between(60 - 3 * YEAR, 60),
      subject: 'Prácticas y proyectos en el centro de salud',
      clauses: ['gender_violence', 'insurance'],
      note: 'La renovación se conversa con la dirección del centro.',
    },
    {
      ...common,
      ...{ organisationId: withPartner(FOUNDATION), number: 'DU 61', kind: 'specific' },
      ...between(-YEAR, YEAR),
      signedOn: null,
      subject: 'Taller de oficios para recicladoras',
    },
    {
      ...common,
      ...{ organisationId: withPartner(COOPERATIVE), number: 'DU 15', kind: 'cooperation' },
      ...between(-4 * YEAR, -YEAR),
      subject: 'Rescate de tejidos tradicionales',
      clauses: ['gender_violence', 'intellectual_property'],
    },
  ];
}

/** Agreements of the demo university with its partners. */
export async function writeAgreements(db: Database, office: Actor): Promise<void> {
  for (const fields of agreementsOn(localDay(new Date())))
    await agreementCommands.create({ db, actor: office }, fields);
}
