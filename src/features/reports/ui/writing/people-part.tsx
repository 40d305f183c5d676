import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { COUNTED, type CountedGroup, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import plain from '../../../../web/table/plain-table.module.css';
import { Part } from '../part.tsx';
import classes from '../reports.module.css';

/** Of the final report: people by group where they are not what was recorded, and why. */
export function PeoplePart({ recorded, asked }: { recorded: PeopleCounts; asked: boolean }) {
  const scope = useFormScope();
  const people = scope.getValue('people') as PeopleCounts;
  const [wanted, setWanted] = useState(asked);
  const isCorrected = Object.keys(people).length > 0;
  const isOpen = wanted || isCorrected || scope.errorOf('people') !== undefined;
  return (
    <Part title="Corregir personas" place="people">
      <p className={classes.facts}>
        El informe cuenta las personas que se registraron. Si no calzan con lo que ocurrió, corrige el grupo y
        di por qué.
      </p>
      {isOpen ? (
        <GroupTable recorded={recorded} />
      ) : (
        <Button variant="default" size="xs" onClick={() => setWanted(true)}>
          Corregir cantidades
        </Button>
      )}
      {isCorrected && (
        <div data-field="peopleReason" className={classes.text}>
          <TextAreaField
            name="peopleReason"
            label="Por qué se corrigen"
            description="Lo leen Dirección y la oficina al revisar el informe."
            required
          />
        </div>
      )}
    </Part>
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
  const change = (next: string | number) => {
    const { [group]: _before, ...others } = people;
    scope.setValue('people', next === '' ? others : { ...others, [group]: Number(next) });
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-number>{recorded === undefined ? '–' : formatNumber(recorded, 0)}</td>
      <td data-number>
        <NumberInput
          className={classes.count ?? ''}
          size="xs"
          aria-label={`${of}, ${label}: corregidas`}
          name={name}
          error={scope.errorOf(name)}
          value={people[group] ?? ''}
          onChange={change}
          thousandSeparator="."
          decimalSeparator=","
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          inputMode="numeric"
          styles={{ input: { textAlign: 'right' } }}
        />
      </td>
    </tr>
  );
}
