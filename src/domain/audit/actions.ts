import type { ImportNoun } from '../imports/nouns.ts';
import { lookUp } from '../kit/look-up.ts';
import type { SectionSlug } from '../sections/index.ts';
import { HISTORY_ACTIONS, type HistoryAction, pastLabel } from '../workflow/past-words.ts';
import type { AuditObject } from './objects.ts';

/**
 * Whatever the audit tells, in words, under the kind of action an Admin finds it by: `%` stands for any object, or any
 * section. Steps of a project have the words of its history, and those not named here are `moved`.
 */
export const AUDIT_ACTIONS = {
  created: {
    label: 'Creaciones',
    done: {
      '%.created': 'Creado',
      'project.create': pastLabel('create'),
      'file.add': 'Archivo agregado',
      'file.version': 'Versión nueva de un archivo',
      'call.copy': 'Copiada de otra',
      'call.file_add': 'Archivo agregado',
      'agreement.file_add': 'Archivo agregado',
      'import.created': 'Planilla leída',
      'import.started': 'Importación pedida',
    },
  },
  updated: {
    label: 'Cambios de datos',
    done: {
      '%.updated': 'Cambiado',
      '%.imported': 'Importado',
      '%.import_undone': 'Importación deshecha',
      'project.save.%': 'Guardado',
      'file.restore': 'Versión anterior de un archivo repuesta',
      'file.reject': 'Archivo rechazado',
      'file.photo': 'Personas en una foto',
      'project.publication': 'Publicación cambiada',
      'project.withhold': 'Retiro del catálogo público',
      'project.check': 'Lista de admisibilidad revisada',
      'project.extend': pastLabel('extend'),
      'project.allow_early_report': pastLabel('allow_early_report'),
      'project.open_sections': pastLabel('open_sections'),
      'setting.restored': 'Texto original repuesto',
      'call.extend': 'Plazo ampliado',
      'call.transfer': 'Dinero movido entre líneas',
      'call.letter': 'Carta de resultado cambiada',
      'call.letter_restored': 'Carta de resultado original repuesta',
      'user.state': 'Cuenta cambiada',
      'kind.drafted': 'Borrador guardado',
      'kind.draft_discarded': 'Borrador descartado',
      'kind.published': 'Versión publicada',
    },
  },
  activation: {
    label: 'Activaciones',
    done: {
      '%.deactivated': 'Desactivado',
      '%.reactivated': 'Reactivado',
      'deputation.ended': 'Terminada',
      'deputation.resumed': 'Retomada',
    },
  },
  deleted: {
    label: 'Eliminaciones',
    done: {
      '%.deleted': 'Eliminado',
      'project.delete': pastLabel('delete'),
      'file.delete': 'Archivo eliminado',
      'call.file_remove': 'Archivo eliminado',
      'agreement.file_remove': 'Archivo eliminado',
      'user.anonymised': 'Datos anonimizados',
      'retention.applied': 'Datos antiguos borrados',
    },
  },
  moved: {
    label: 'Reasignaciones y cambios de estado',
    done: {
      'user.reassigned': 'Reasignado lo que tenía',
      'user.merged': 'Unida con otro registro',
      'organisation.merged': 'Unida con otra organización',
      'organisation.merge_undone': 'Unión con otra organización deshecha',
      'organisation.told_apart': 'Declarada distinta de otra parecida',
      'organisation.not_told_apart': 'Ya no declarada distinta de otra parecida',
      'call.move': 'Cambio de estado',
      'call.resolve': 'Convocatoria resuelta',
      'observation.open': 'Observación reabierta',
      'observation.answered': 'Observación respondida',
      'observation.resolved': 'Observación resuelta',
      'mail.resend': 'Correo reenviado',
      'mail.test': 'Correo de prueba enviado',
    },
  },
  review: {
    label: 'Evaluaciones y apelaciones',
    done: {
      'review.invite': 'Invitación a evaluar',
      'review.lapse': 'Invitación a evaluar vencida',
      'review.accept': 'Invitación a evaluar aceptada',
      'review.decline': 'Invitación a evaluar rechazada',
      'review.conflict': 'Conflicto de interés declarado',
      'review.save': 'Evaluación guardada',
      'review.confirm': 'Evaluación confirmada',
      'review.return': 'Evaluación devuelta',
      'review.seek_consensus': 'Consenso pedido a quienes evalúan',
      'review.keep': 'Evaluación mantenida en el consenso',
      'review.revise': 'Evaluación abierta de nuevo en el consenso',
      'review.end_consensus': 'Consenso terminado por su plazo',
      'review.replace': 'Cambio de quien evalúa',
      'review.ask': 'Pregunta al autor',
      'review.answer_question': 'Pregunta de quien evalúa respondida',
      'review.preference': 'Preferencia para evaluar',
      'call.preferences_asked': 'Preferencias para evaluar pedidas',
      'call.preferences_extended': 'Más plazo para responder preferencias',
      'call.preferences_ended': 'Preferencias para evaluar terminadas',
      'appeal.file': 'Apelación presentada',
      'appeal.answer': 'Apelación respondida',
      '%.last_resort': 'Decidió la última persona posible, pese a participar',
    },
  },
  execution: {
    label: 'Ejecución',
    done: {
      'activity.record': 'Actividad registrada',
      'activity.save': 'Actividad cambiada',
      'activity.remove': 'Actividad eliminada',
      'activity.import': 'Actividad importada',
      'activity.import_undo': 'Importación de una actividad deshecha',
      'meeting.record': 'Reunión registrada',
      'meeting.save': 'Reunión cambiada',
      'meeting.remove': 'Reunión eliminada',
      'meeting.settle': 'Acuerdo marcado',
      'deliverable.save': 'Entregable cambiado',
      'measurement.submit': 'Medición enviada',
      'measurement.remove': 'Medición retirada',
      'measurement.accept': 'Mediciones aceptadas',
      'measurement.return': 'Mediciones devueltas',
      'measurement.import': 'Medición importada',
      'measurement.import_undo': 'Importación de una medición deshecha',
      'expense.record': 'Gasto registrado',
      'expense.save': 'Gasto cambiado',
      'expense.remove': 'Gasto eliminado',
      'statement.submit': 'Rendición enviada',
      'statement.return': 'Rendición devuelta',
      'statement.approve': 'Rendición aprobada',
      'statement.reopen': 'Rendición reabierta',
      'report.save': 'Informe escrito',
      'report.submit': 'Informe de avance enviado',
      'report.accept': 'Informe de avance aceptado',
      'report.return': 'Informe de avance devuelto',
      'payment.record': 'Pago registrado',
      'payment.save': 'Pago corregido',
      'payment.remove': 'Pago eliminado',
      'refund.submit': 'Reintegro enviado',
      'refund.remove': 'Reintegro retirado',
      'refund.accept': 'Reintegro aceptado',
      'refund.return': 'Reintegro devuelto',
      'attendance.add': 'Personas agregadas a una lista',
      'attendance.save': 'Persona corregida en una lista',
      'attendance.remove': 'Personas quitadas de una lista',
      'attendance.open': 'Código de la sala abierto',
      'attendance.close': 'Código de la sala cerrado',
      'attendance.purge': 'Listas de asistencia eliminadas por su plazo',
    },
  },
  surveys: {
    label: 'Encuestas',
    done: {
      'instrument.questions': 'Preguntas cambiadas',
      'accreditationMatrix.criteria': 'Criterios de acreditación cambiados',
      'wave.open': 'Encuesta enviada',
      'wave.close': 'Encuesta cerrada',
      'wave.count': 'Respuestas contadas',
      'wave.invite': 'Personas agregadas a una encuesta',
      'wave.uninvite': 'Personas quitadas de una encuesta',
      'wave.remind': 'Recordatorio de una encuesta enviado',
      'wave.open_room': 'Código de una encuesta creado',
      'wave.close_room': 'Código de una encuesta quitado',
    },
  },
  certificates: {
    label: 'Certificados',
    done: {
      'certificate.issue': 'Certificados emitidos',
      'certificate.revoke': 'Certificado anulado',
      'certificate.replace': 'Certificado reemplazado',
    },
  },
  downloads: {
    label: 'Descargas',
    done: {
      'download.ask': 'Archivo pedido',
      'download.cancel': 'Preparación cancelada',
      'download.open': 'Archivo descargado',
    },
  },
  privacy: {
    label: 'Datos personales',
    done: {
      'dataRequest.file': 'Solicitud presentada',
      'dataRequest.record': 'Solicitud registrada',
      'dataRequest.correct': 'Solicitud corregida',
      'dataRequest.extend': 'Plazo de una solicitud ampliado',
      'dataRequest.answer': 'Solicitud respondida',
      'dataRequest.withdraw': 'Solicitud desistida',
      'dataIncident.close': 'Incidente cerrado',
      'dataIncident.reopen': 'Incidente reabierto',
      'person.find': 'Datos de una persona sin cuenta buscados',
      'person.export': 'Datos de una persona sin cuenta exportados',
      'person.erase': 'Datos de una persona sin cuenta eliminados',
      'person.object': 'Oposición a recibir correos anotada',
      'person.allow': 'Oposición a recibir correos retirada',
      'user.withdraw_consent': 'Autorización retirada',
    },
  },
  access: {
    label: 'Ingresos y cuentas',
    done: {
      'sign_in.refused': 'Ingreso rechazado',
      'session.ended': 'Sesión terminada',
      'account.linked': 'Cuenta vinculada',
      'account.unlinked': 'Cuenta desvinculada',
      'user.invited': 'Invitación enviada',
      'user.exported': 'Datos personales exportados',
      'calendar.issue': 'Dirección de calendario creada',
      'calendar.revoke': 'Dirección de calendario quitada',
      'accessToken.issue': 'Token de acceso creado',
      'accessToken.revoke': 'Token de acceso revocado',
    },
  },
} as const;
type AuditKind = keyof typeof AUDIT_ACTIONS;

type Done = { [K in AuditKind]: keyof (typeof AUDIT_ACTIONS)[K]['done'] }[AuditKind];
type Told<D> = D extends `%.${infer Verb}`
  ? `${AuditObject}.${Verb}` | (Verb extends `import${string}` ? `${ImportNoun}.${Verb}` : never)
  : D extends `${infer Before}.%`
    ? `${Before}.${SectionSlug}`
    : D;
/** Everything a command may record: what has no words and is found by nothing does not compile. */
export type AuditAction = Told<Done> | `project.${HistoryAction}`;

/** Words by code or pattern, for rows of any age. */
export const ACTION_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(AUDIT_ACTIONS).flatMap(({ done }) => Object.entries(done)),
);
const STEPS = HISTORY_ACTIONS.map(action => `project.${action}`).filter(
  action => !lookUp(ACTION_WORDS, action),
);

/** What SQL's `like` finds the actions of a kind by. */
export const patternsOf = (kind: AuditKind): string[] => [
  ...Object.keys(AUDIT_ACTIONS[kind].done),
  ...(kind === 'moved' ? STEPS : []),
];

/** What forms save by themselves while somebody writes, as SQL's `like` finds it. */
export const AUTOSAVED = ['project.save.%', 'review.save', 'report.save', 'kind.drafted'] as const;
/** Saves of the same thing by the same person with shorter pauses are told as one. */
export const RUN_MINUTES = 10;

export const isAutosaved = (action: string): boolean =>
  AUTOSAVED.some(pattern =>
    pattern.endsWith('%') ? action.startsWith(pattern.slice(0, -1)) : action === pattern,
  );
