import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { STATUS_INFO, STATUSES } from '../../../../domain/kinds/statuses.ts';
import { isAdmin, onlyReviews } from '../../../../domain/kit/actor.ts';
import { SDGS } from '../../../../domain/sections/goals.ts';
import type { Option } from '../../../../web/form/choices/select-field.tsx';
import { useRead } from '../../../../web/query.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { MultiSelectFilter, SelectFilter, SwitchFilter } from '../../../../web/table/filters.tsx';
import { CallFilter } from '../../../calls/ui/call-filter.tsx';
import { listKinds } from '../../../kinds/contract.ts';
import { getCatalogues } from '../../../options/contract.ts';
import { OptionFilter } from '../../../options/ui/option-filter.tsx';
import { FilterChips } from './filter-chips.tsx';
import classes from './list.module.css';

const STATUS_OPTIONS = STATUSES.map(s => ({ value: s, label: STATUS_INFO[s].label }));
const GOAL_OPTIONS = SDGS.map(g => ({ value: String(g.number), label: g.label }));

const HISTORIC_OPTIONS = [
  { value: 'true', label: 'Solo históricos' },
  { value: 'false', label: 'Sin históricos' },
];

/** The usual filters in sight, the others behind a button; what is on shows as a chip that takes it off. */
export function ProjectFilters() {
  const { data } = useRead(getCatalogues);
  const { data: kinds } = useRead(listKinds);
  const [open, setOpen] = useState(false);
  const id = useId();
  const kindOptions = kinds?.map(k => ({ value: k.definition.slug as string, label: k.definition.label }));
  return (
    <>
      <MultiSelectFilter name="status" label="Estado" options={STATUS_OPTIONS} />
      <SelectFilter
        name="school"
        label="Escuela"
        options={(data?.schools ?? []).map(s => ({ value: s.id, label: s.name }))}
      />
      <Button
        variant={open ? 'light' : 'default'}
        leftSection={<IconAdjustments size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Más filtros
      </Button>
      <SwitchFilter name="myTurn" label="Me toca" />
      <div id={id} className={classes.more} hidden={!open}>
        {open && <MoreFilters kinds={kindOptions ?? []} />}
      </div>
      <FilterChips kinds={kindOptions} />
    </>
  );
}

function MoreFilters({ kinds }: { kinds: readonly Option[] }) {
  const user = useSessionUser();
  const { data } = useRead(getCatalogues);
  const optionsOf = (rows: readonly { code: string; name: string }[] = []) =>
    rows.map(r => ({ value: r.code, label: r.name }));
  return (
    <>
      <MultiSelectFilter name="kind" label="Tipo" options={kinds} />
      <SelectFilter
        name="faculty"
        label="Facultad"
        options={(data?.faculties ?? []).map(f => ({ value: f.id, label: f.name }))}
      />
      <SelectFilter
        name="period"
        label="Período"
        options={(data?.periods ?? []).map(p => ({ value: p, label: p }))}
      />
      <SelectFilter name="region" label="Región" options={optionsOf(data?.regions)} />
      <SelectFilter name="comuna" label="Comuna" options={optionsOf(data?.comunas)} />
      <SelectFilter name="goal" label="ODS" options={GOAL_OPTIONS} />
      <SelectFilter
        name="theme"
        label="Tema"
        options={(data?.themes ?? []).map(theme => ({ value: theme.id, label: theme.name }))}
      />
      <CallFilter />
      {user && !onlyReviews(user) && (
        <>
          <OptionFilter name="partner" label="Socio" noun="organisation" />
          <OptionFilter name="lead" label="Responsable" noun="person" />
        </>
      )}
      <SelectFilter name="historic" label="Históricos" options={HISTORIC_OPTIONS} />
      <SwitchFilter name="mine" label="Dirigidos por mí" />
      <SwitchFilter name="overdue" label="Vencidos" />
      {user && isAdmin(user) && <SwitchFilter name="vacant" label="Pasos sin titular" />}
    </>
  );
}
