/** What a person may have agreed to, and what becomes of it once they withdraw that. */
export const AGREED_KINDS = [
  {
    value: 'public_name',
    label: 'Tu nombre en páginas públicas',
    note: 'Tu nombre deja de mostrarse en la página pública del proyecto. El proyecto sigue publicado.',
    isWithdrawn: true,
  },
  {
    value: 'attendance',
    label: 'Listas de asistencia',
    note: 'Tu nombre y tu correo se borran de todas las listas de este proyecto. Quedan las cantidades, sin nombre, y los certificados que ya se emitieron.',
    isWithdrawn: true,
  },
  {
    value: 'survey',
    label: 'Encuestas que esperan tu respuesta',
    note: 'La encuesta queda sin responder y no recibes más recordatorios. Queda que te invitaron, hasta que se cuenten las respuestas.',
    isWithdrawn: true,
  },
  {
    value: 'calendar',
    label: 'Dirección de tu calendario',
    note: 'La terminas en «Calendario», en esta misma página.',
    isWithdrawn: false,
  },
] as const;
export type AgreedKind = (typeof AGREED_KINDS)[number]['value'];

export const WITHDRAWN_KINDS = AGREED_KINDS.filter(kind => kind.isWithdrawn);
