import { useEffect } from 'react';
import { unitOf } from '../../../domain/sections/indicator-values.ts';
import {
  ACCUMULATIONS,
  accumulatesBy,
  DIRECTIONS,
  INDICATOR_LEVELS,
  INDICATOR_SCOPES,
  type IndicatorKind,
  isAskedOf,
} from '../../../domain/sections/indicators.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { type Option, SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { useFormScope } from '../../../web/form/form.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import {
  INSTITUTIONAL_KINDS,
  type InstitutionalIndicator,
  institutionalIndicators,
  ROLL_UPS,
  setActiveOfInstitutional,
  setInstitutionalActive,
} from '../contract.ts';

const withHelp = (options: readonly { value: string; label: string; help: string }[]): Option[] =>
  options.map(({ value, label, help }) => ({ value, label, hint: help }));

const COLUMNS: Column<InstitutionalIndicator>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'kind', title: 'Tipo', value: r => labelIn(INSTITUTIONAL_KINDS, r.kind), width: '7rem' },
  { key: 'unit', title: 'Unidad', value: unitOf },
  { key: 'rollUp', title: 'Entre proyectos', value: r => labelIn(ROLL_UPS, r.rollUp), optional: true },
  { key: 'level', title: 'Nivel', value: r => labelIn(INDICATOR_LEVELS, r.level), optional: true },
  { key: 'scope', title: 'Ámbito', value: r => labelIn(INDICATOR_SCOPES, r.scope), optional: true },
  {
    key: 'projects',
    title: 'Proyectos',
    value: r => r.projects,
    sort: 'projects',
    align: 'right',
    width: '8rem',
  },
  {
    key: 'values',
    title: 'Valores',
    value: () => 'Ver valores',
    render: r => (
      <TextLink inherit href={paths.institutionalValues(r.id)} aria-label={`Ver valores de ${r.name}`}>
        Ver valores
      </TextLink>
    ),
    width: '7rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = {
  name: 'Nombre',
  description: 'Descripción',
  kind: 'Tipo',
  unit: 'Unidad',
  direction: 'Se espera',
  accumulates: 'Valor que cuenta en cada proyecto',
  scope: 'Ámbito',
  level: 'Nivel',
  rollUp: 'Entre proyectos',
};

const CHOICES = {
  kind: INSTITUTIONAL_KINDS,
  direction: DIRECTIONS,
  accumulates: ACCUMULATIONS,
  scope: INDICATOR_SCOPES,
  level: INDICATOR_LEVELS,
  rollUp: ROLL_UPS,
};

/** What its kind does not have is not asked for; while it is open the kind may still change. */
function Fields({ row }: { row: InstitutionalIndicator | null }) {
  const { getValue, setValue } = useFormScope();
  const kind = (getValue('kind') ?? 'number') as IndicatorKind;
  const accumulates = getValue('accumulates');
  const isPossible = (value: unknown) => accumulatesBy(kind).some(a => a === value);
  useEffect(() => {
    if (!accumulatesBy(kind).some(a => a === accumulates)) setValue('accumulates', accumulatesBy(kind)[0]);
  });
  const isUsed = (row?.projects ?? 0) > 0;
  const used = isUsed ? { description: 'Ya hay proyectos que lo usan: no cambia.', disabled: true } : {};
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextAreaField name="description" label={LABELS.description} />
      <SelectField name="kind" label={LABELS.kind} options={withHelp(INSTITUTIONAL_KINDS)} {...used} />
      {isAskedOf(kind, 'unit') && (
        <TextField name="unit" label={LABELS.unit} description="Por ejemplo: personas, talleres, horas." />
      )}
      {isAskedOf(kind, 'direction') && (
        <SelectField name="direction" label={LABELS.direction} options={DIRECTIONS} />
      )}
      {isAskedOf(kind, 'accumulates') && (
        <SelectField
          name="accumulates"
          label={LABELS.accumulates}
          options={withHelp(ACCUMULATIONS).filter(a => isPossible(a.value))}
          {...used}
        />
      )}
      <SelectField
        name="rollUp"
        label={LABELS.rollUp}
        description="Cómo se juntan los valores de los proyectos. Los porcentajes y razones se suman caso por caso."
        options={ROLL_UPS}
      />
      <SelectField name="scope" label={LABELS.scope} options={withHelp(INDICATOR_SCOPES)} />
      <SelectField name="level" label={LABELS.level} options={withHelp(INDICATOR_LEVELS)} />
    </>
  );
}

const GROUPS = [{ value: 'kind', label: 'Tipo' }];

export function InstitutionalIndicatorsPage() {
  return (
    <CataloguePage<InstitutionalIndicator, typeof institutionalIndicators>
      noun="institutional-indicator"
      title="Indicadores institucionales"
      text="Lo que se mide en toda la institución: los proyectos los eligen y sus valores se juntan aquí."
      words={{ add: 'Nuevo indicador', create: 'Crear indicador', edit: 'Editar indicador' }}
      endpoints={{ ...institutionalIndicators, setActive: setInstitutionalActive }}
      columns={COLUMNS}
      bulk={[...activationActions<InstitutionalIndicator>(setActiveOfInstitutional)]}
      groups={GROUPS}
      filters={
        <>
          <SelectFilter name="kind" label="Tipo" options={INSTITUTIONAL_KINDS} />
          <ActiveFilter />
        </>
      }
      empty={{
        title: 'Todavía no hay indicadores institucionales',
        text: 'Crea los que se informan cada año: personas beneficiadas, estudiantes que participan…',
      }}
      initial={{
        ...{ name: '', description: '', kind: 'number', unit: '', direction: 'up' },
        ...{ accumulates: 'sum', scope: 'external', level: 'outcome', rollUp: 'sum' },
      }}
      valuesOf={({ name, description, kind, unit, direction, accumulates, scope, level, rollUp }) => ({
        ...{ name, description, kind, unit, direction, accumulates, scope, level, rollUp },
      })}
      nameOf={r => r.name}
      labels={LABELS}
      choices={CHOICES}
      rowActions={row => (
        <LinkButton variant="default" href={paths.institutionalValues(row.id)}>
          Ver valores
        </LinkButton>
      )}
      fields={row => <Fields row={row} />}
    />
  );
}
