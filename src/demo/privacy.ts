import type { Database } from '../db/pool.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { answerDataRequest, fileDataRequest, recordDataRequest } from '../features/data-requests/commands.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';

/** What persons asked about their data: one from her account that waits, one of a neighbour that was answered. */
export async function writeDataRequests(db: Database, office: Actor, lead: Actor): Promise<void> {
  await fileDataRequest(
    { db, actor: lead },
    {
      ...{ id: demoId('dataRequest:1'), right: 'portability' },
      details: 'Necesito una copia de mis proyectos y certificados para mi expediente de jerarquización.',
    },
  );
  const { id, updatedAt } = await recordDataRequest(
    { db, actor: office },
    {
      ...{ id: demoId('dataRequest:2'), right: 'access', channel: 'mail' },
      ...{ name: 'Rosa Alarcón Pizarro', email: 'rosa.alarcon@correo.example', document: '' },
      details: 'Fui a los talleres de la sede vecinal y quiero saber qué datos míos guarda la universidad.',
      receivedOn: addDays(localDay(new Date()), -12),
    },
  );
  await answerDataRequest(
    { db, actor: office },
    {
      ...{
        id,
        updatedAt,
        outcome: 'granted',
        identity: 'Escribió desde el correo con que se anotó en los talleres.',
      },
      answer:
        'Guardamos tu nombre y tu correo en las listas de asistencia de los talleres. Va la copia adjunta.',
    },
  );
}
