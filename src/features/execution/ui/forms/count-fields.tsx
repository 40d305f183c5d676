import { NumberInput } from '@mantine/core';
import { COUNTED, type CountedGroup, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import classes from '../execution.module.css';

interface CountProps {
  group: CountedGroup;
  label: string;
}

/** People of one group; empty is not counted, which is not the same as nobody. */
function CountField({ group, label }: CountProps) {
  const scope = useFormScope();
  const counts = (scope.getValue('counts') ?? {}) as PeopleCounts;
  const change = (next: string | number) => {
    const { [group]: _before, ...others } = counts;
    scope.setValue('counts', next === '' ? others : { ...others, [group]: Number(next) });
  };
  return (
    <NumberInput
      label={label}
      name={`counts.${group}`}
      error={scope.errorOf(`counts.${group}`)}
      value={counts[group] ?? ''}
      onChange={change}
      disabled={scope.disabled}
      thousandSeparator="."
      decimalSeparator=","
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      inputMode="numeric"
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

export const DirectField = () => <CountField group="direct" label="Personas que participaron" />;

/** All groups but the one that is asked for first. */
export function GroupFields() {
  return COUNTED.map(({ field, label, groups }) => (
    <fieldset key={field} className={classes.fieldset}>
      <legend>{label}</legend>
      <div className={classes.pair}>
        {groups
          .filter(g => g.value !== 'direct')
          .map(g => (
            <CountField key={g.value} group={g.value} label={g.label} />
          ))}
      </div>
    </fieldset>
  ));
}
