import { STOPPED } from '../../../../domain/kinds/statuses.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import classes from '../ficha.module.css';

/** Why a project stands still or has ended, in the words of who decided it. */
export function WhyNotice() {
  const { project } = useProject();
  if (!STOPPED.includes(project.status)) return null;
  const step = project.history.find(e => !e.undone && e.to === project.status && e.from !== e.to);
  const words = [step?.reason, step?.comment].filter(Boolean);
  if (!step || words.length === 0) return null;
  return (
    <section className={classes.guide} aria-labelledby="why-title">
      <h2 id="why-title">{step.label}</h2>
      {words.map(text => (
        <p key={text} className={classes.words}>
          {text}
        </p>
      ))}
      <p className={classes.todo}>
        {step.actor?.name ?? 'El sistema'}, <DateTime value={step.at} />
      </p>
    </section>
  );
}
