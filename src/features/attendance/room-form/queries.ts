import { IDENTIFIER_KINDS, IDENTIFIER_LABELS } from '../../../domain/execution/identifiers.ts';
import { ATTENDANCE_GROUPS } from '../../../domain/execution/people.ts';
import { formatDay } from '../../../domain/text/format.ts';
import { type Html, html } from '../../../server/html/html.ts';
import type { PublicDocument } from '../../../server/public/documents.ts';
import type { OpenRoom } from '../room-codes/queries.ts';
import { EMPTY_FORM, type RoomForm } from './contract.ts';

type Errors = Partial<Record<keyof RoomForm, string>>;

export const CLOSED: PublicDocument = {
  title: 'Este código no está abierto',
  status: 404,
  body: html`<p>El registro de asistencia todavía no comienza, ya terminó o la dirección no es correcta. Pide el código a
    quien está a cargo de la actividad.</p>`,
};

/** The same for everybody: whether somebody was on the list before is nobody's business. */
export const WRITTEN: PublicDocument = {
  title: 'Tu asistencia quedó registrada',
  body: html`<p class="good">Listo, ya puedes cerrar esta página. Gracias por participar.</p>`,
};

const errorOf = (errors: Errors, name: keyof RoomForm): Html =>
  html`${errors[name] && html`<span class="error" id="error-${name}">${errors[name]}</span>`}`;

const invalid = (errors: Errors, name: keyof RoomForm): Html =>
  html`${errors[name] && html` aria-invalid="true" aria-describedby="error-${name}"`}`;

const choices = (options: readonly { value: string; label: string }[], chosen: string): Html[] =>
  options.map(
    o => html`<option value="${o.value}"${o.value === chosen && html` selected`}>${o.label}</option>`,
  );

interface Filled {
  readonly room: OpenRoom;
  /** Version of the notice that is accepted by sending. */
  readonly noticeVersion: number;
  readonly typed?: RoomForm;
  readonly errors?: Errors;
  /** Said above the form. */
  readonly message?: string;
}

/** The form of a room, with what was typed and what is wrong with it. */
export function roomForm({
  room,
  noticeVersion,
  typed = EMPTY_FORM,
  errors = {},
  message,
}: Filled): PublicDocument {
  const kinds = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));
  const isWrong = message !== undefined || Object.keys(errors).length > 0;
  const body = html`
<p class="dim">${room.project} · <time datetime="${room.day}">${formatDay(room.day)}</time></p>
<h2>Registra tu asistencia</h2>
${isWrong && html`<p class="box error" role="alert">${message ?? 'Revisa los datos marcados.'}</p>`}
<form method="post">
<label for="nombre">Nombre y apellidos</label>
<input id="nombre" name="nombre" maxlength="150" required autocomplete="name" value="${typed.nombre}"${invalid(errors, 'nombre')}>
${errorOf(errors, 'nombre')}
<label for="tipo">Con qué te identificas</label>
<select id="tipo" name="tipo">${choices(kinds, typed.tipo)}</select>
<label for="identificacion">RUT, documento o correo</label>
<input id="identificacion" name="identificacion" maxlength="254" autocomplete="off" value="${typed.identificacion}"${invalid(errors, 'identificacion')}>
${errorOf(errors, 'identificacion')}
<label for="grupo">Quién eres</label>
<select id="grupo" name="grupo"${invalid(errors, 'grupo')}>${choices(ATTENDANCE_GROUPS, typed.grupo)}</select>
${errorOf(errors, 'grupo')}
<label class="check"><input type="checkbox" name="edad" value="si"${typed.edad === 'si' && html` checked`}${invalid(errors, 'edad')}>
<span>Tengo 14 años o más</span></label>
${errorOf(errors, 'edad')}
<label class="check"><input type="checkbox" name="aviso" value="si"${typed.aviso === 'si' && html` checked`}${invalid(errors, 'aviso')}>
<span>Leí y acepto el <a href="/publico/privacidad?version=${noticeVersion}" target="_blank" rel="noopener">aviso de privacidad</a></span></label>
${errorOf(errors, 'aviso')}
<input type="hidden" name="version" value="${noticeVersion}">
<button type="submit">Registrar mi asistencia</button>
</form>`;
  return { title: room.activity, status: isWrong ? 400 : 200, body };
}
