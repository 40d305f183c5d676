/** What a person may have agreed to, and what becomes of it once they withdraw that. */
export const AGREED_KINDS = [
  {
    value: 'public_name',
    label: 'Tu nombre en páginas públicas',
    note: 'Tu nombre deja de mostrarse en la página pública del proyecto, que sigue publicado. Puedes volver a mostrarlo desde el proyecto.',
    isWithdrawn: true,
  },
  {
    value: 'attendance',
    label: 'Listas de asistencia',
    note: 'Tu nombre y tu correo se borran de todas las listas de este proyecto. Quedan las cantidades, sin nombre, y los certificados que ya se emitieron. No se puede deshacer.',
    isWithdrawn: true,
  },
  {
    value: 'survey',
    label: 'Encuestas que esperan tu respuesta',
    note: 'Tu enlace deja de servir y no recibes más recordatorios: queda que no quisiste responder. No se puede deshacer.',
    isWithdrawn: true,
  },
  {
    value: 'calendar',
    label: 'Dirección de tu calendario',
    note: 'La quitas en «Calendario», en esta misma página.',
    isWithdrawn: false,
  },
] as const;
export type AgreedKind = (typeof AGREED_KINDS)[number]['value'];

/** Those withdrawn here, not where they were given. */
export const WITHDRAWN_KINDS = AGREED_KINDS.filter(kind => kind.isWithdrawn);
export type WithdrawnKind = (typeof WITHDRAWN_KINDS)[number]['value'];
export const isWithdrawnKind = (kind: AgreedKind): kind is WithdrawnKind =>
  WITHDRAWN_KINDS.some(({ value }) => value === kind);
