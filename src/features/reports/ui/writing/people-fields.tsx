import { TextInput } from '@mantine/core';
import { COUNTED, type CountedGroup, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useTypedNumber } from '../../../../web/form/typed-number.ts';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

/** Every group with what was recorded and what is right, and why that differs. */
export function PeopleFields({ recorded }: { recorded: PeopleCounts }) {
  const people = useFormScope().getValue('people') as PeopleCounts;
  return (
    <>
      <GroupTable recorded={recorded} />
      {Object.keys(people).length > 0 && (
        <div data-field="peopleReason" className={classes.text}>
          <TextAreaField
            name="peopleReason"
            label="Por qué se corrigen"
            description="Lo leen Dirección y la oficina al revisar el informe."
            required
          />
        </div>
      )}
    </>
  );
}

const GroupTable = ({ recorded }: { recorded: PeopleCounts }) => (
  <table className={`${plain.table} ${classes.table}`}>
    <thead>
      <tr>
        <th scope="col">Grupo</th>
        <th scope="col" data-number>
          Registradas
        </th>
        <th scope="col" data-number>
          Corregidas
        </th>
      </tr>
    </thead>
    {COUNTED.map(({ field, label, groups }) => (
      <tbody key={field}>
        <tr className={classes.group}>
          <th scope="colgroup" colSpan={3}>
            {label}
          </th>
        </tr>
        {groups.map(group => (
          <Group key={group.value} {...group} of={label} recorded={recorded[group.value]} />
        ))}
      </tbody>
    ))}
  </table>
);

interface GroupProps {
  value: CountedGroup;
  label: string;
  /** What the group is one of. */
  of: string;
  recorded: number | undefined;
}

/** Empty is not corrected, which is not the same as nobody. */
function Group({ value: group, label, of, recorded }: GroupProps) {
  const scope = useFormScope();
  const people = scope.getValue('people') as PeopleCounts;
  const name = `people.${group}`;
  const set = (next: number | null) => {
    const { [group]: _before, ...others } = people;
    scope.setValue('people', next === null ? others : { ...others, [group]: next });
  };
  const typed = useTypedNumber({ value: people[group] ?? null, set, decimals: 0 });
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-number>{recorded === undefined ? '–' : formatNumber(recorded, 0)}</td>
      <td data-number>
        <TextInput
          className={classes.count ?? ''}
          size="xs"
          aria-label={`${of}, ${label}: corregidas`}
          name={name}
          error={scope.errorOf(name)}
          {...typed}
        />
      </td>
    </tr>
  );
}
