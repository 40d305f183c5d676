import { useRead } from '../../../web/query.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { schools } from '../../schools/contract.ts';
import { users } from '../contract.ts';
import { RoleFilter } from './role-filter.tsx';
import { UNIT_COLUMNS } from './user-columns.tsx';

/** Schools that the reader heads; one alone leaves nothing to choose. */
function OwnSchools() {
  const { data } = useRead(schools.list, { query: { size: 200 } });
  const rows = data?.rows ?? [];
  if (rows.length < 2) return null;
  const options = rows.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectFilter name="school" label="Escuela" options={options} />;
}

/** The people of the units somebody heads, to look at: what is done with people is the office's. */
export const UnitPeople = () => (
  <>
    <PageHeader title="Usuarios" text="Las personas habilitadas de tus unidades." />
    <DataList
      title="Usuarios"
      endpoint={users.list}
      columns={UNIT_COLUMNS}
      filters={
        <>
          <RoleFilter />
          <OwnSchools />
        </>
      }
      empty={{
        title: 'Todavía no hay personas en tus unidades',
        text: 'La oficina las agrega y elige su escuela de pertenencia.',
      }}
    />
  </>
);
