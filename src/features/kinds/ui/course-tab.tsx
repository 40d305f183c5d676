import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  type Criterion,
  type KindDefinition,
  STEP_STATUSES,
  type StepStatus,
} from '../../../domain/kinds/definition.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { Count, Item, Items, moveItem, newName, replaceItem, useEditing, useErrorAt } from './editor.tsx';

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

interface CriterionProps {
  criterion: Criterion;
  index: number;
  onChange: (patch: Partial<Criterion>) => void;
}

function CriterionFields({ criterion, index, onChange }: CriterionProps) {
  const errorAt = useErrorAt();
  return (
    <>
      <TextInput
        label="Criterio"
        withAsterisk
        value={criterion.name}
        error={errorAt(`rubric.criteria.${index}.name`)}
        onChange={e => onChange({ name: e.currentTarget.value })}
      />
      <Textarea
        label="Ayuda"
        autosize
        value={criterion.help}
        onChange={e => onChange({ help: e.currentTarget.value })}
      />
      <Count
        label="Puntaje máximo"
        path={`rubric.criteria.${index}.maxPoints`}
        value={criterion.maxPoints}
        onChange={maxPoints => onChange({ maxPoints })}
      />
      <Count
        label="Ponderación"
        path={`rubric.criteria.${index}.weight`}
        value={criterion.weight}
        suffix=" %"
        onChange={value => onChange({ weight: value })}
      />
      <Checkbox
        label="Pide justificación"
        checked={criterion.justificationRequired}
        onChange={e => onChange({ justificationRequired: e.currentTarget.checked })}
      />
    </>
  );
}

interface CriteriaProps {
  criteria: readonly Criterion[];
  onChange: (criteria: Criterion[]) => void;
}

/** Criteria of a rubric with what their weights add up to. */
export function CriteriaEditor({ criteria, onChange }: CriteriaProps) {
  const weight = criteria.reduce((sum, c) => sum + (c.weight ?? 0), 0);
  const blank = {
    id: newName('c'),
    name: '',
    help: '',
    maxPoints: 5,
    weight: 10,
    justificationRequired: true,
  };
  return (
    <>
      <Items>
        {criteria.map((criterion, n) => (
          <Item
            key={criterion.id}
            name={criterion.name || `Criterio ${n + 1}`}
            index={n}
            count={criteria.length}
            onMove={by => onChange(moveItem(criteria, n, by))}
            onRemove={() => onChange(criteria.filter(c => c !== criterion))}
          >
            <CriterionFields
              criterion={criterion}
              index={n}
              onChange={patch => onChange(replaceItem(criteria, n, patch))}
            />
          </Item>
        ))}
      </Items>
      <div>
        <Button variant="default" onClick={() => onChange([...criteria, blank])}>
          Agregar criterio
        </Button>
      </div>
      <Text role="status" size="sm" c={weight === 100 ? 'dimmed' : 'var(--mantine-color-error)'}>
        Las ponderaciones suman {weight} %; deben sumar 100 %.
      </Text>
    </>
  );
}
