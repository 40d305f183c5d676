import { Button, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { WhenNear } from '../../../web/routing/when-near.tsx';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import type { Execution } from '../contract.ts';
import classes from './execution.module.css';
import { ActivityDrawer } from './parts/activity-drawer.tsx';
import { ActivityList } from './parts/activity-list.tsx';
import { ComingList } from './parts/coming-list.tsx';
import { DeliverableList } from './parts/deliverable-list.tsx';
import { MeetingList } from './parts/meeting-list.tsx';
import { PeopleTable } from './parts/people-table.tsx';
import { PlanTable } from './parts/plan-table.tsx';
import { type OpenForm, useExecution, useOpenActivity, useOpenForm, usePlanned } from './use-execution.tsx';

// Fetched when first opened.
const ActivityForm = lazyPart(() => import('./forms/activity-form.tsx'), 'ActivityForm');
const MeetingForm = lazyPart(() => import('./forms/meeting-form.tsx'), 'MeetingForm');
const MeasurementForm = lazyPart(
  () => import('../../indicators/ui/form/measurement-form.tsx'),
  'MeasurementForm',
);
const DecisionNotice = lazyPart(() => import('../../indicators/ui/decision-notice.tsx'), 'DecisionNotice');
const IndicatorsPart = lazyPart(() => import('../../indicators/ui/indicators-part.tsx'), 'IndicatorsPart');
const DeliverableForm = lazyPart(() => import('./forms/deliverable-form.tsx'), 'DeliverableForm');

/** What a project does, beside what was planned. */
export function ExecutionTab() {
  const { data, error, refetch } = useExecution();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack aria-busy gap="sm" mt="md">
        <Skeleton h={36} w="18rem" />
        <Skeleton h={140} />
        <Skeleton h={320} />
      </Stack>
    );
  return <Content execution={data} />;
}

interface PartProps {
  title: string;
  /** Where a link of this page leads to. */
  id?: string;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

function Part({ title, id, actions, children }: PartProps) {
  const heading = useId();
  return (
    <section className={classes.part} id={id} aria-labelledby={heading}>
      <header className={classes.head}>
        <h3 id={heading}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}

const INDICATORS = 'indicators';
const NEW_ACTIVITY: OpenForm = { form: 'activity', id: null, planItemId: null };
const NEW_MEETING: OpenForm = { form: 'meeting', id: null };

function Content({ execution }: { execution: Execution }) {
  const { form, unfinished, open: setForm } = useOpenForm(execution);
  const { id, open } = useOpenActivity();
  const { plan, deliverables } = usePlanned();
  const { record, meetings } = execution;
  return (
    <div className={classes.tab}>
      <Ways execution={execution} unfinished={unfinished} onForm={setForm} />
      {execution.measurementsOpen > 0 && (
        <Suspense>
          <DecisionNotice onShow={() => document.getElementById(INDICATORS)?.scrollIntoView()} />
        </Suspense>
      )}
      <div className={classes.columns}>
        <Part title="Lo que viene">
          <ComingList execution={execution} onForm={setForm} />
        </Part>
        <Part title="Personas">
          <PeopleTable execution={execution} />
        </Part>
      </div>
      {plan.length > 0 && (
        <Part title="Plan y avance">
          <PlanTable execution={execution} onForm={setForm} onOpen={open} />
        </Part>
      )}
      <Part id={INDICATORS} title="Indicadores">
        <WhenNear className={classes.indicators}>
          <Suspense fallback={<div className={classes.indicators} />}>
            <IndicatorsPart onForm={setForm} />
          </Suspense>
        </WhenNear>
      </Part>
      <Part title="Actividades">
        <ActivityList execution={execution} onOpen={open} onAdd={() => setForm(NEW_ACTIVITY)} />
      </Part>
      {(record || meetings.length > 0) && (
        <Part title="Reuniones y acuerdos">
          <MeetingList execution={execution} onForm={setForm} />
        </Part>
      )}
      {deliverables.length > 0 && (
        <Part title="Entregables">
          <DeliverableList execution={execution} onForm={setForm} />
        </Part>
      )}
      {id !== null && (
        <ActivityDrawer
          id={id}
          onEdit={() => setForm({ form: 'activity', id, planItemId: null })}
          onClose={() => open(null)}
        />
      )}
      <Suspense>{form && <Form form={form} execution={execution} onClose={() => setForm(null)} />}</Suspense>
    </div>
  );
}

interface WaysProps {
  execution: Execution;
  unfinished: OpenForm | null;
  onForm: (form: OpenForm) => void;
}

/** Absent for whom it never is to record; refused with the reason where it is not now. */
function Ways({ execution: { record }, unfinished, onForm }: WaysProps) {
  if (!record) return null;
  const reason = record.allowed ? null : record.reason;
  return (
    <div className={classes.actions}>
      <ActionButton reason={reason} onClick={() => onForm(NEW_ACTIVITY)}>
        Registrar actividad
      </ActionButton>
      <ActionButton variant="default" reason={reason} onClick={() => onForm(NEW_MEETING)}>
        Registrar reunión
      </ActionButton>
      {unfinished && record.allowed && (
        <p className={classes.unfinished} role="status">
          Quedó algo sin guardar de una visita anterior.
          <Button variant="subtle" size="compact-sm" onClick={() => onForm(unfinished)}>
            Seguir
          </Button>
        </p>
      )}
    </div>
  );
}

interface FormProps {
  form: OpenForm;
  execution: Execution;
  onClose: () => void;
}

function Form({ form, ...shared }: FormProps) {
  if (form.form === 'activity') return <ActivityForm key={form.id} {...form} {...shared} />;
  if (form.form === 'meeting') return <MeetingForm key={form.id} {...form} {...shared} />;
  if (form.form === 'measurement')
    return <MeasurementForm key={form.id} {...form} onClose={shared.onClose} />;
  return <DeliverableForm {...form} {...shared} />;
}
