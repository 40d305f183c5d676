import { SDG_NAMES } from '../../../../domain/sections/goals.ts';
import { SectionFields } from '../fields/arranged.tsx';
import { GroupFrame, ReadField } from '../fields/field-frame.tsx';
import { useSectionField } from '../scope.tsx';
import classes from './goals.module.css';

export const GoalsSection = () => <SectionFields instead={{ goals: <GoalChoice /> }} />;

function GoalChoice() {
  const field = useSectionField<readonly number[]>('goals');
  if (!field) return null;
  const { value: chosen, set, info } = field;
  const most = info.max ?? 3;
  if (field.readOnly)
    return (
      <ReadField field={field}>
        {chosen.length > 0 && (
          <ul className={classes.grid}>
            {chosen.map(n => (
              <ReadGoal key={n} number={n} />
            ))}
          </ul>
        )}
      </ReadField>
    );
  const toggle = (n: number) =>
    set(chosen.includes(n) ? chosen.filter(c => c !== n) : [...chosen, n].sort((a, b) => a - b));
  return (
    <GroupFrame field={field}>
      <p className={classes.count} role="status">
        {chosen.length} de {most} elegidos
      </p>
      <div className={classes.grid} tabIndex={-1}>
        {SDG_NAMES.map((name, index) => {
          const number = index + 1;
          const isChosen = chosen.includes(number);
          // Full, but still reachable: the reason is in the help.
          const isRefused = !isChosen && chosen.length >= most;
          return (
            <label key={name} className={classes.goal} data-chosen={isChosen || undefined}>
              <input
                type="checkbox"
                className={classes.box}
                checked={isChosen}
                aria-disabled={isRefused || undefined}
                onChange={() => !isRefused && toggle(number)}
              />
              <span className={classes.number} data-goal={number}>
                {number}
              </span>
              <span>{name}</span>
            </label>
          );
        })}
      </div>
    </GroupFrame>
  );
}

function ReadGoal({ number }: { number: number }) {
  return (
    <li className={classes.goal}>
      <span className={classes.number}>{number}</span>
      <span>{SDG_NAMES[number - 1]}</span>
    </li>
  );
}
