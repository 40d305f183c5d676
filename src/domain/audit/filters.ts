import { TRANSITION_ACTIONS } from '../workflow/transitions.ts';

/** Kinds of action an Admin filters by, each with the patterns of `action` it stands for. */
export const AUDIT_ACTIONS = {
  created: {
    label: 'Creaciones',
    like: ['%.created', 'project.create', 'file.add', 'call.copy', 'call.file_add', 'import.started'],
  },
  updated: {
    label: 'Cambios de datos',
    like: [
      '%.updated',
      'project.save.%',
      'setting.restored',
      'call.extend',
      'user.state',
      '%.imported',
      '%.import_undone',
      'kind.%',
    ],
  },
  activation: { label: 'Activaciones', like: ['%.deactivated', '%.reactivated'] },
  deleted: {
    label: 'Eliminaciones',
    like: [
      '%.deleted',
      'project.delete',
      'file.delete',
      'call.file_remove',
      'user.anonymised',
      'retention.applied',
    ],
  },
  moved: {
    label: 'Reasignaciones y cambios de estado',
    like: [
      ...TRANSITION_ACTIONS.filter(action => action !== 'delete').map(action => `project.${action}`),
      'project.reassign',
      'user.reassigned',
      'user.merged',
      'call.move',
      'call.resolve',
    ],
  },
  access: { label: 'Ingresos y cuentas', like: ['sign_in.%', 'account.%', 'user.invited', 'user.exported'] },
} as const;
