import type { DataRight } from '../../../domain/privacy/rights.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import type { DataRequest } from '../contract.ts';
import classes from './requests.module.css';

const WHAT_TO_DO: Record<DataRight, string> = {
  access: 'Descarga todo lo que se guarda de la persona y entrégale el archivo.',
  rectification:
    'Corrige los datos donde están: en su cuenta, en el proyecto, en la asistencia o en su certificado.',
  deletion:
    'Anonimiza su cuenta o elimina sus datos donde quedaron, y explica en la respuesta qué debe guardarse igual.',
  objection: 'Deja de usar sus datos para ese fin, o explica en la respuesta por qué debe seguir haciéndose.',
  portability:
    'Descarga todo lo que se guarda de la persona y entrégale el archivo: otra institución puede leerlo.',
  blocking: 'No uses sus datos mientras se decide la otra solicitud, y avisa a quienes los usan.',
};

/** What the office does before it answers, and where. */
export function WhatToDo({ request: { right, user } }: { request: Pick<DataRequest, 'right' | 'user'> }) {
  return (
    <section className={classes.next} aria-labelledby="what-to-do">
      <h3 id="what-to-do">Qué hacer</h3>
      <p>{WHAT_TO_DO[right]}</p>
      <p>
        {user ? (
          <>
            <TextLink href={paths.users({ open: user.id })} inherit underline="always">
              Ver su cuenta
            </TextLink>
            : en «Datos personales…» se descargan o se anonimizan.
          </>
        ) : (
          <>
            <TextLink href={paths.dataTraces()} inherit underline="always">
              Buscar entre las personas sin cuenta
            </TextLink>
            , donde se descargan o se eliminan.
          </>
        )}
      </p>
    </section>
  );
}
