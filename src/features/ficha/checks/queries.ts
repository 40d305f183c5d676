import type { Database, Transaction } from '../../../db/pool.ts';
import { canEdit } from '../../../domain/access/can.ts';
import { budgetRefusal } from '../../../domain/calls/money.ts';
import { questionFields } from '../../../domain/kinds/answers.ts';
import { type KindDefinition, kindSections } from '../../../domain/kinds/definition.ts';
import { STARTED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { AppError, type FieldError } from '../../../domain/kit/problem.ts';
import type { Budget } from '../../../domain/sections/budget.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import type { Indicators } from '../../../domain/sections/indicators.ts';
import { budgetLineErrors } from '../../expenses/queries.ts';
import { indicatorErrors } from '../../indicators/queries.ts';
import { brokenReferences } from '../../project-record/references/queries.ts';
import { type EditedProject, editSubjectOf } from '../../project-record/subject/queries.ts';

type Data = Record<string, unknown>;
interface Writing {
  readonly tx: Database | Transaction;
  readonly actor: Actor;
}

/** Answers lie one level deeper than the fields of a section. */
async function brokenIn(
  tx: Database | Transaction,
  project: EditedProject,
  kind: KindDefinition,
  slug: SectionSlug,
  before: Data,
  data: Data,
): Promise<FieldError[]> {
  if (slug !== 'questions') {
    const fields = kindSections(kind, false).find(s => s.slug === slug)?.fields ?? [];
    return brokenReferences(tx, project, fields, before, data);
  }
  const fields = questionFields(kind.questions);
  const [old, now] = [before.answers as Data, data.answers as Data];
  const errors = await brokenReferences(tx, project, fields, old, now);
  return errors.map(({ path, message }) => ({ path: `answers.${path}`, message }));
}

/** Throws all that is wrong with what a section refers to, and with what is decided elsewhere. */
export async function checkValues(
  { tx, actor }: Writing,
  project: EditedProject,
  kind: KindDefinition,
  slug: SectionSlug,
  before: Data,
  data: Data,
): Promise<void> {
  const errors: FieldError[] = await brokenIn(tx, project, kind, slug, before, data);
  if (slug === 'fund' && project.submittedAt && data.callId !== (project.call?.id ?? null))
    errors.push({ path: 'callId', message: 'La propuesta ya se envió a esta convocatoria.' });
  if (
    slug === 'fund' &&
    project.submittedAt &&
    project.call &&
    before.lineId &&
    data.lineId !== before.lineId
  )
    errors.push({ path: 'lineId', message: 'La propuesta ya se envió a esta línea.' });
  if (slug === 'indicators')
    errors.push(...(await indicatorErrors(tx, project.id, before as Indicators, data as Indicators)));
  if (slug === 'budget')
    errors.push(...(await budgetLineErrors(tx, project.id, before as Budget, data as Budget)));
  const refusal = slug === 'budget' ? awardedRefusal(project, before, data) : null;
  if (refusal) errors.push({ path: 'lines', message: refusal });
  if (slug === 'identification' && data.leadId !== project.leadId) {
    // The section is open, or it would not be saved.
    const verdict = canEdit(actor, 'change_lead', { ...editSubjectOf(project), openSections: null });
    if (!data.leadId) errors.push({ path: 'leadId', message: 'El proyecto necesita un responsable.' });
    else if (!verdict.allowed) errors.push({ path: 'leadId', message: verdict.reason });
  }
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

/** Once it has started, nobody spends more than was awarded, the office neither. */
const awardedRefusal = (
  { status, amountAwarded: awarded, call }: EditedProject,
  before: Data,
  data: Data,
): string | null =>
  STARTED.includes(status)
    ? budgetRefusal((before as Budget).lines, (data as Budget).lines, {
        awarded,
        categoryCaps: call?.categoryCaps ?? [],
      })
    : null;
