import { AppError } from '../../../domain/kit/problem.ts';
import { isOfOffice, type ProcessingFields } from '../../../domain/privacy/processing.ts';
import { catalogueCommands } from '../../../server/commands/catalogue.ts';
import type { ProcessingActivity } from './contract.ts';
import { findProcessing } from './queries.ts';

interface Stored {
  readonly key: string | null;
}

function refuseOfApplication(row: Stored, what: string): void {
  if (!isOfOffice(row)) throw new AppError('rule', `Es de la plataforma: no se puede ${what}.`);
}

export const processingCommands = catalogueCommands<ProcessingFields, ProcessingActivity, Stored>({
  table: 'processing_activities',
  object: 'processingActivity',
  manage: 'privacy.manage',
  duplicate: { path: 'name', message: 'Ya existe un tratamiento con ese nombre.' },
  references: [],
  codes: ['name'],
  columns: ({ name, purpose, legalBasis, people, data, source, ...rest }) => {
    const { recipients, transfers, kept, security } = rest;
    const columns = { name, purpose, legal_basis: legalBasis, people, data, source };
    return { ...columns, recipients, transfers, kept, security };
  },
  checkActivation: before => refuseOfApplication(before, 'desactivar'),
  checkRemoval: async ({ tx, actor }, id) =>
    refuseOfApplication(await findProcessing(tx, actor, id), 'eliminar'),
  find: findProcessing,
});
