import type { Offer } from './use-action.tsx';

type Action = Offer['action'];

const UNDO = 'Puedes deshacerlo durante 24 horas.';

/** What happens next, for the dialog that asks. */
export const CONSEQUENCES: Readonly<Record<Action, string | null>> = {
  submit: 'Mientras se revisa no podrás editar la Ficha. Puedes deshacer el envío durante 24 horas.',
  endorse: `El proyecto pasa al paso siguiente. ${UNDO}`,
  admit: 'La propuesta pasa a evaluación. Marca cada requisito después de revisarlo.',
  dismiss: 'La propuesta queda rechazada por inadmisible. Su responsable lee el motivo y puede apelar.',
  return: `El proyecto vuelve a su responsable, que responde cada observación y lo envía otra vez a este paso. ${UNDO}`,
  reject: `El proyecto termina aquí y su responsable lee el motivo. ${UNDO}`,
  finish_evaluation: 'La propuesta pasa a resolución con las evaluaciones confirmadas hasta ahora.',
  reopen_evaluation: 'La propuesta vuelve a evaluación. Las evaluaciones hechas se conservan.',
  award: 'El proyecto queda aprobado y su responsable puede iniciarlo.',
  waitlist: 'El proyecto espera por si se liberan recursos. Después puedes adjudicarlo o no adjudicarlo.',
  not_award: 'El proyecto queda sin adjudicar. Su responsable puede apelar.',
  start: 'Empieza la ejecución: desde ahora registras actividades, mediciones y evidencia.',
  submit_final_report: 'Mientras se revisa el informe no podrás cambiar cifras ni evidencia.',
  accept_final_report:
    'Das por bueno el informe. Primero lo acepta Dirección y después la oficina, que cierra el proyecto.',
  return_final_report:
    'El proyecto vuelve a ejecución. Su responsable responde cada observación y envía el informe otra vez a quien lo devolvió.',
  suspend: `La ejecución se detiene hasta que la oficina reanude el proyecto. ${UNDO}`,
  resume: `La ejecución continúa donde quedó. ${UNDO}`,
  withdraw: `El proyecto queda retirado y nadie lo sigue revisando. ${UNDO}`,
  renounce: 'El proyecto aprobado no se ejecutará. Esto no se puede deshacer.',
  cancel: 'El proyecto termina sin completarse. Esto no se puede deshacer.',
  delete: 'Se elimina el borrador con todo lo que contiene. Esto no se puede deshacer.',
  undo: 'El proyecto vuelve a como estaba antes de tu última acción.',
  // The clock takes the first, the others have screens of their own.
  lapse: null,
  override: null,
  uphold_appeal: null,
};

/** What has happened, for the message afterwards. */
export const DONE: Readonly<Record<Action, string | null>> = {
  submit: 'Proyecto enviado',
  endorse: 'Visto bueno registrado',
  admit: 'Propuesta declarada admisible',
  dismiss: 'Propuesta declarada inadmisible',
  return: 'Proyecto devuelto con observaciones',
  reject: 'Proyecto rechazado',
  finish_evaluation: 'Evaluación terminada',
  reopen_evaluation: 'Evaluación reabierta',
  award: 'Proyecto adjudicado',
  waitlist: 'Proyecto en lista de espera',
  not_award: 'Proyecto no adjudicado',
  start: 'Ejecución iniciada',
  submit_final_report: 'Informe final enviado',
  accept_final_report: 'Informe final aceptado',
  return_final_report: 'Informe final devuelto',
  suspend: 'Proyecto suspendido',
  resume: 'Proyecto reanudado',
  withdraw: 'Proyecto retirado',
  renounce: 'Renuncia registrada',
  cancel: 'Proyecto cancelado',
  delete: 'Borrador eliminado',
  undo: 'Acción deshecha',
  lapse: null,
  override: null,
  uphold_appeal: null,
};

export const DESTRUCTIVE: readonly Action[] = [
  'reject',
  'dismiss',
  'withdraw',
  'renounce',
  'cancel',
  'delete',
];
