import { z } from 'zod';
import { attendanceFields } from '../../../domain/execution/attendance.ts';
import { IDENTIFIER_KINDS } from '../../../domain/execution/identifiers.ts';

/** What the form of a room sends: all of it is text. */
const sent = z.object({
  nombre: z.string().default(''),
  tipo: z.enum(IDENTIFIER_KINDS).catch('rut'),
  identificacion: z.string().default(''),
  grupo: z.string().default('external'),
  edad: z.string().default(''),
  aviso: z.string().default(''),
  version: z.coerce.number().int().catch(0),
});
export type RoomForm = z.output<typeof sent>;
export const EMPTY_FORM: RoomForm = sent.parse({});

const UNDER_AGE =
  'Si tienes menos de 14 años, tus datos no se piden aquí: avisa a quien está a cargo de la actividad.';
const NOT_ACCEPTED = 'Para registrarte tienes que aceptar el aviso de privacidad.';

type RoomErrors = Partial<Record<keyof RoomForm, string>>;

/** What was typed, with the person it names or what is wrong, by field. */
export function readRoomForm(body: unknown) {
  const typed = sent.catch(EMPTY_FORM).parse(body);
  const parsed = attendanceFields.safeParse({
    ...{ name: typed.nombre, identifierKind: typed.tipo, group: typed.grupo, guardian: '' },
    identifier: typed.tipo === 'none' ? '' : typed.identificacion,
  });
  const messageAt = (path: string) => parsed.error?.issues.find(i => i.path[0] === path)?.message;
  const found: Record<keyof RoomErrors & string, string | undefined> = {
    nombre: messageAt('name'),
    tipo: undefined,
    identificacion: messageAt('identifier'),
    grupo: messageAt('group'),
    edad: typed.edad === 'si' ? undefined : UNDER_AGE,
    aviso: typed.aviso === 'si' ? undefined : NOT_ACCEPTED,
    version: undefined,
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, message]) => message)) as RoomErrors;
  const person = Object.keys(errors).length === 0 && parsed.success ? parsed.data : null;
  return { typed, errors, person };
}
