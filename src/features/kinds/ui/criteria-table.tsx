import { ActionIcon, Button, Checkbox, Group, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { Criterion } from '../../../domain/kinds/definition.ts';
import { numberIn } from '../../../web/form/typed-number.ts';
import cards from '../../../web/table/cards.module.css';
import plain from '../../../web/table/plain-table.module.css';
import classes from './criteria-table.module.css';
import { moveItem, newName, replaceItem, useErrorAt } from './editor.tsx';

interface CriteriaProps {
  criteria: readonly Criterion[];
  onChange: (criteria: Criterion[]) => void;
}

interface NumberCellProps {
  name: string;
  path: string;
  value: number;
  suffix?: string;
  onChange: (value: number) => void;
}

function NumberCell({ name, path, value, suffix = '', onChange }: NumberCellProps) {
  const errorAt = useErrorAt();
  return (
    <NumberInput
      aria-label={name}
      value={value ?? ''}
      onChange={next => onChange(numberIn(next))}
      suffix={suffix}
      allowDecimal={false}
      hideControls
      error={errorAt(path)}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

interface ToolProps {
  icon: TablerIcon;
  label: string;
  onClick: () => void;
}

const Tool = ({ icon: Icon, label, onClick }: ToolProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);

interface RowProps {
  criteria: readonly Criterion[];
  index: number;
  onChange: (criteria: Criterion[]) => void;
}

/** What is asked, in the first column. */
function Words({ criterion, path, change }: { criterion: Criterion; path: string; change: Change }) {
  const errorAt = useErrorAt();
  return (
    <div className={classes.words}>
      <TextInput
        aria-label="Criterio"
        placeholder="Nombre del criterio"
        required
        value={criterion.name}
        error={errorAt(`${path}.name`)}
        onChange={e => change({ name: e.currentTarget.value })}
      />
      <Textarea
        aria-label="Ayuda"
        placeholder="Ayuda para quien evalúa"
        autosize
        value={criterion.help}
        error={errorAt(`${path}.help`)}
        onChange={e => change({ help: e.currentTarget.value })}
      />
    </div>
  );
}
type Change = (patch: Partial<Criterion>) => void;

function Row({ criteria, index, onChange }: RowProps) {
  const criterion = criteria[index] as Criterion;
  const path = `rubric.criteria.${index}`;
  const name = criterion.name || `Criterio ${index + 1}`;
  const change: Change = patch => onChange(replaceItem(criteria, index, patch));
  const move = (by: number) => onChange(moveItem(criteria, index, by));
  return (
    <tr>
      <td data-first>
        <Words criterion={criterion} path={path} change={change} />
      </td>
      <td data-label="Puntaje máximo" data-number>
        <NumberCell
          name={`Puntaje máximo: ${name}`}
          path={`${path}.maxPoints`}
          value={criterion.maxPoints}
          onChange={maxPoints => change({ maxPoints })}
        />
      </td>
      <td data-label="Ponderación" data-number>
        <NumberCell
          name={`Ponderación: ${name}`}
          path={`${path}.weight`}
          value={criterion.weight}
          suffix=" %"
          onChange={weight => change({ weight })}
        />
      </td>
      <td data-label="Justificación">
        <Checkbox
          className={classes.check ?? ''}
          label="Se pide"
          aria-label={`Pide justificación: ${name}`}
          checked={criterion.justificationRequired}
          onChange={e => change({ justificationRequired: e.currentTarget.checked })}
        />
      </td>
      <td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {index > 0 && <Tool icon={IconArrowUp} label={`Subir ${name}`} onClick={() => move(-1)} />}
          {index < criteria.length - 1 && (
            <Tool icon={IconArrowDown} label={`Bajar ${name}`} onClick={() => move(1)} />
          )}
          <Tool
            icon={IconTrash}
            label={`Quitar ${name}`}
            onClick={() => onChange(criteria.filter(c => c !== criterion))}
          />
        </Group>
      </td>
    </tr>
  );
}

function Table({ criteria, onChange }: CriteriaProps) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`} aria-label="Criterios">
        <thead>
          <tr>
            <th scope="col">Criterio y ayuda</th>
            <th scope="col" data-number>
              Puntaje máximo
            </th>
            <th scope="col" data-number>
              Ponderación
            </th>
            <th scope="col">Justificación</th>
            <th scope="col">
              <span className="visually-hidden">Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ id }, index) => (
            <Row key={id} criteria={criteria} index={index} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const blankCriterion = (): Criterion => ({
  ...{ id: newName('c'), name: '', help: '', maxPoints: 5, weight: 10, justificationRequired: true },
});

/** Criteria of a rubric, each a row, with what their weights add up to. */
export function CriteriaEditor({ criteria, onChange }: CriteriaProps) {
  const weight = criteria.reduce((sum, c) => sum + (c.weight ?? 0), 0);
  return (
    <>
      {criteria.length > 0 && <Table criteria={criteria} onChange={onChange} />}
      <Group justify="space-between">
        <Button variant="default" onClick={() => onChange([...criteria, blankCriterion()])}>
          Agregar criterio
        </Button>
        <Text role="status" size="sm" c={weight === 100 ? 'dimmed' : 'var(--mantine-color-error)'}>
          Las ponderaciones suman {weight} %; deben sumar 100 %.
        </Text>
      </Group>
    </>
  );
}
