import { onlyReviews } from '../../../../domain/kit/actor.ts';
import { SDGS } from '../../../../domain/sections/goals.ts';
import { useRead } from '../../../../web/query.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { SelectFilter } from '../../../../web/table/filters.tsx';
import { CallFilter } from '../../../calls/ui/call-filter.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import { OptionFilter } from '../../../options/ui/option-filter.tsx';

const GOAL_OPTIONS = SDGS.map(g => ({ value: String(g.number), label: g.label }));
const HISTORIC_OPTIONS = [
  { value: 'true', label: 'Solo históricos' },
  { value: 'false', label: 'Sin históricos' },
];
const byCode = (rows: readonly { code: string; name: string }[] = []) =>
  rows.map(({ code, name }) => ({ value: code, label: name }));

/** Where, about what and with whom projects are. */
export function SubjectFilters() {
  const user = useSessionUser();
  const { data } = useRead(getCatalogues);
  return (
    <>
      <SelectFilter name="region" label="Región" options={byCode(data?.regions)} />
      <SelectFilter name="comuna" label="Comuna" options={byCode(data?.comunas)} />
      <SelectFilter name="goal" label="ODS" options={GOAL_OPTIONS} />
      <SelectFilter
        name="theme"
        label="Tema"
        options={(data?.themes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CallFilter />
      {user && !onlyReviews(user) && (
        <>
          <OptionFilter name="partner" label="Socio" noun="organisation" />
          <OptionFilter name="lead" label="Responsable" noun="person" />
        </>
      )}
      <SelectFilter name="historic" label="Históricos" options={HISTORIC_OPTIONS} />
    </>
  );
}
