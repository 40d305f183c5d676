import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { type KindDefinition, STEP_STATUSES, type StepStatus } from '../../../domain/kinds/definition.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { CriteriaEditor } from './criteria-table.tsx';
import { Count, replaceItem, useEditing } from './editor.tsx';

const FIRST_DAYS: Record<StepStatus, number> = {
  director_review: 5,
  dean_review: 5,
  admissibility: 5,
  evaluation: 15,
  resolution: 10,
};

/** Steps after sending, with the days each may take. */
export function StepsTab() {
  const { kind, edit, errorAt } = useEditing();
  const { steps } = kind;
  const toggle = (status: StepStatus, on: boolean) =>
    edit({
      steps: STEP_STATUSES.flatMap(each => {
        const known = steps.find(s => s.status === each);
        if (each !== status) return known ? [known] : [];
        return on ? [{ status, days: FIRST_DAYS[status] }] : [];
      }),
    });
  return (
    <Stack gap="sm">
      {errorAt('steps') && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {errorAt('steps')}
        </Text>
      )}
      {STEP_STATUSES.map(status => {
        const at = steps.findIndex(s => s.status === status);
        const step = steps[at];
        return (
          <Stack key={status} gap="xs">
            <Checkbox
              label={statusLabel(status)}
              checked={Boolean(step)}
              onChange={e => toggle(status, e.currentTarget.checked)}
            />
            {step && (
              <Count
                label={`Días para ${statusLabel(status).replace(/^En /, '')}`}
                path={`steps.${at}.days`}
                value={step.days}
                suffix=" días hábiles"
                onChange={days => edit({ steps: replaceItem(steps, at, { days }) })}
              />
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}

type Rubric = NonNullable<KindDefinition['rubric']>;
const FIRST_RUBRIC: Rubric = { criteria: [], reviews: 2, minimum: 60, gap: 20, consensusDays: 3 };

/** How proposals are scored where no call says otherwise. */
export function RubricTab() {
  const { kind, edit, errorAt } = useEditing();
  const { rubric } = kind;
  if (!rubric)
    return (
      <Stack gap="sm">
        <Text size="sm">
          {errorAt('rubric') ?? 'Este tipo no tiene pauta: hace falta solo cuando hay evaluación.'}
        </Text>
        <div>
          <Button variant="default" onClick={() => edit({ rubric: FIRST_RUBRIC })}>
            Crear pauta
          </Button>
        </div>
      </Stack>
    );
  const change = (patch: Partial<Rubric>) => edit({ rubric: { ...rubric, ...patch } });
  return (
    <Stack gap="sm">
      <Count
        label="Evaluaciones por propuesta"
        path="rubric.reviews"
        value={rubric.reviews}
        onChange={reviews => change({ reviews })}
      />
      <Count
        label="Puntaje mínimo"
        path="rubric.minimum"
        value={rubric.minimum}
        description="De 0 a 100: bajo él no se adjudica."
        onChange={minimum => change({ minimum })}
      />
      <Count
        label="Diferencia que pide una tercera evaluación"
        path="rubric.gap"
        value={rubric.gap}
        onChange={gap => change({ gap })}
      />
      <Count
        label="Días hábiles para un consenso antes de pedirla"
        path="rubric.consensusDays"
        value={rubric.consensusDays ?? 0}
        description="Quienes evaluaron leen la otra evaluación, sin nombres, y pueden revisar la suya. Con 0 se pide de inmediato."
        onChange={consensusDays => change({ consensusDays })}
      />
      <CriteriaEditor criteria={rubric.criteria} onChange={criteria => change({ criteria })} />
    </Stack>
  );
}
