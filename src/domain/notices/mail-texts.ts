import { NOTICE_INFO, NOTICE_TYPES } from './notice-types.ts';

/** Mails that ask somebody by name, with or without an account, by a link of their own. */
export const SURVEY_TEMPLATES = ['survey', 'survey_reminder'] as const;
export type SurveyTemplate = (typeof SURVEY_TEMPLATES)[number];
/** Mails to an address that nobody asked for: who objects to them gets none. */
export const OBJECTED_TEMPLATES: readonly string[] = [...SURVEY_TEMPLATES, 'certificate'];

/** Every mail that leaves: one text for each type of notice, the daily one, those that open the door, and to strangers. */
export const MAIL_TEMPLATES = [
  ...NOTICE_TYPES,
  ...(['digest', 'invitation', 'welcome'] as const),
  ...SURVEY_TEMPLATES,
  'certificate',
  'data_request',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** Placeholders as they are written, e.g. `{nombre}`, with what takes their place. */
interface Placeholder {
  readonly name: string;
  readonly help: string;
  /** A table or a list: stands in a paragraph of its own, never in the subject. */
  readonly block?: true;
}

const FOR_ALL: readonly Placeholder[] = [
  { name: 'nombre', help: 'Nombre de pila de quien recibe el correo' },
  { name: 'nombre_completo', help: 'Su nombre completo' },
];
/** Without it nobody would find the way. */
export const LINK: Placeholder = { name: 'enlace', help: 'Enlace a lo que hay que abrir (obligatorio)' };

const FOR_NOTICES: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'asunto', help: 'Código del proyecto y novedad: «PAC-2026-0042: te toca revisar»' },
  { name: 'novedad', help: 'Qué significa para quien lo recibe: «Te toca revisar»' },
  { name: 'hecho', help: 'Qué ocurrió y quién lo hizo' },
  { name: 'codigo', help: 'Código del proyecto' },
  { name: 'proyecto', help: 'Título del proyecto' },
  { name: 'estado', help: 'Estado actual' },
  { name: 'a_cargo', help: 'Quién lo tiene y desde cuándo' },
  { name: 'vence', help: 'Hasta cuándo' },
  { name: 'sigue', help: 'Qué viene después' },
  { name: 'motivo', help: 'Motivo de la decisión' },
  { name: 'comentario', help: 'Comentario de quien decidió' },
  { name: 'detalle', help: 'Tabla con todo lo anterior', block: true },
  { name: 'observaciones', help: 'Lista de observaciones', block: true },
  LINK,
];
const FOR_DIGEST: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'dia', help: 'Fecha del resumen' },
  { name: 'cantidad', help: 'Cuántas novedades: «2 novedades»' },
  { name: 'novedades', help: 'Lista de novedades', block: true },
  LINK,
];
const FOR_ENTRY: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'correo', help: 'Correo con que se entra' },
  { name: 'roles', help: 'Roles de la persona' },
  LINK,
];
const FOR_SURVEYS: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'encuesta', help: 'Título de la encuesta' },
  { name: 'mensaje', help: 'Mensaje de quien la envía', block: true },
  { name: 'proyecto', help: 'Título del proyecto; nada si es de la oficina' },
  { name: 'vence', help: 'Hasta cuándo se responde: «el jueves 26-11-2026»' },
  { name: 'anonima', help: 'Si las respuestas son anónimas o se guardan con su nombre' },
  { name: LINK.name, help: 'Enlace personal para responder (obligatorio)' },
];

const FOR_CERTIFICATES: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'cantidad', help: 'Cuántos son: «2 certificados»' },
  {
    ...{ name: LINK.name, block: true },
    help: 'Cada certificado con lo que dice y el enlace a su página (obligatorio)',
  },
];

const FOR_DATA_REQUESTS: readonly Placeholder[] = [
  ...FOR_ALL,
  { name: 'solicitud', help: 'Número de la solicitud: «SD-2026-0042»' },
  { name: 'derecho', help: 'Qué pidió: «acceso»' },
  { name: 'novedad', help: 'Qué ocurrió: se recibió, se amplió su plazo o se respondió' },
  { name: 'respuesta', help: 'Respuesta de la oficina, o motivo del nuevo plazo', block: true },
  { name: 'vence', help: 'Hasta cuándo se responde; nada si ya se respondió' },
  { name: LINK.name, help: 'Enlace al aviso de privacidad, que dice cómo seguir (obligatorio)' },
];

export interface MailText {
  readonly subject: string;
  /** Rich text of the editor, cleaned. */
  readonly body: string;
}

export interface TemplateInfo {
  readonly label: string;
  readonly help: string;
  readonly placeholders: readonly Placeholder[];
  readonly original: MailText;
}

const NOTICE_TEXT: MailText = {
  subject: '{asunto}',
  body: '<p>Hola, {nombre}:</p><p>{hecho}</p><p>{detalle}</p><p>{observaciones}</p><p>{enlace}</p>',
};

export const MAIL_TEMPLATE_INFO: Readonly<Record<MailTemplate, TemplateInfo>> = {
  ...(Object.fromEntries(
    NOTICE_TYPES.map(type => [
      type,
      {
        label: NOTICE_INFO[type].label,
        help: NOTICE_INFO[type].help,
        placeholders: FOR_NOTICES,
        original: NOTICE_TEXT,
      },
    ]),
  ) as Record<(typeof NOTICE_TYPES)[number], TemplateInfo>),
  digest: {
    label: 'Resumen diario',
    help: 'Todas las novedades del día en un correo, para quien lo prefiere así.',
    placeholders: FOR_DIGEST,
    original: {
      subject: 'Resumen del {dia}: {cantidad}',
      body: '<p>Hola, {nombre}:</p><p>{novedades}</p><p>{enlace}</p>',
    },
  },
  invitation: {
    label: 'Invitación',
    help: 'La oficina crea una cuenta e invita a entrar.',
    placeholders: FOR_ENTRY,
    original: {
      subject: 'Te invitaron a participar',
      body:
        '<p>Hola, {nombre}:</p><p>La oficina de Vinculación creó una cuenta para ti. Para entrar usa tu cuenta de ' +
        'Microsoft o de Google con el correo {correo}. No necesitas crear una clave.</p><p>Tus roles: {roles}</p>' +
        '<p>{enlace}</p>',
    },
  },
  welcome: {
    label: 'Cuenta habilitada',
    help: 'La oficina habilita a quien esperaba.',
    placeholders: FOR_ENTRY,
    original: {
      subject: 'Tu cuenta está habilitada',
      body:
        '<p>Hola, {nombre}:</p><p>La oficina de Vinculación habilitó tu cuenta. Entra como la primera vez.</p>' +
        '<p>Tus roles: {roles}</p><p>{enlace}</p>',
    },
  },
  survey: {
    label: 'Invitación a una encuesta',
    help: 'Se envía una encuesta: a cada persona de la lista, con su enlace personal.',
    placeholders: FOR_SURVEYS,
    original: {
      subject: 'Queremos conocer tu opinión: {encuesta}',
      body:
        '<p>Hola, {nombre_completo}:</p><p>Te invitamos a responder la encuesta «{encuesta}».</p>' +
        '<p>Trata del proyecto «{proyecto}».</p><p>{mensaje}</p><p>{anonima}</p>' +
        '<p>Puedes responder hasta {vence}.</p><p>{enlace}</p>' +
        '<p>El enlace es solo para ti: no reenvíes este correo.</p>',
    },
  },
  survey_reminder: {
    label: 'Recordatorio de una encuesta',
    help: 'Se acerca el último día de una encuesta, o quien la envió lo pide: a quien todavía no responde.',
    placeholders: FOR_SURVEYS,
    original: {
      subject: 'Todavía puedes responder: {encuesta}',
      body:
        '<p>Hola, {nombre_completo}:</p><p>Te invitamos a responder la encuesta «{encuesta}» y todavía esperamos ' +
        'tu respuesta. Si ya respondiste, no tienes que hacer nada más.</p>' +
        '<p>Trata del proyecto «{proyecto}».</p><p>{anonima}</p><p>Puedes responder hasta {vence}.</p>' +
        '<p>{enlace}</p><p>El enlace es solo para ti: no reenvíes este correo.</p>',
    },
  },
  certificate: {
    label: 'Certificados para quien no tiene cuenta',
    help: 'Se emiten certificados a una persona sin cuenta de la que se conoce el correo: uno o varios a la vez.',
    placeholders: FOR_CERTIFICATES,
    original: {
      subject: 'Recibiste {cantidad}',
      body:
        '<p>Hola, {nombre_completo}:</p><p>La universidad certifica lo que hiciste en sus proyectos de vinculación. ' +
        'En su página puedes ver cada certificado y descargarlo en PDF; quien reciba su dirección puede comprobarlo.</p>' +
        '<p>{enlace}</p>',
    },
  },
  data_request: {
    label: 'Solicitud de datos personales',
    help: 'Llega una solicitud sobre datos personales, se amplía su plazo o se responde: a quien la hizo, con o sin cuenta.',
    placeholders: FOR_DATA_REQUESTS,
    original: {
      subject: '{novedad}: {solicitud}',
      body:
        '<p>Hola, {nombre_completo}:</p><p>{novedad}. Pediste: {derecho}. Su número es {solicitud}.</p>' +
        '<p>{respuesta}</p><p>Te responderemos hasta {vence}.</p><p>{enlace}</p>',
    },
  },
};

/** A mail that only shows that mails leave. The office does not write it. */
export const TEST_MAIL = 'test';
/** Templates with what each is called, as choices. */
export const MAIL_TYPES: readonly { readonly value: string; readonly label: string }[] = [
  ...MAIL_TEMPLATES.map(value => ({ value, label: MAIL_TEMPLATE_INFO[value].label })),
  { value: TEST_MAIL, label: 'Correo de prueba' },
];

/** `{nombre}` and whatever else stands between braces. */
export const PLACEHOLDER = /\{([^{}<>\n]{0,60})\}/g;
