import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { isOpenStep, SETUP_WORDS, type SetupProgress } from '../../../domain/settings/setup.ts';
import { paths } from '../../../web/routing/paths.ts';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import type { Setup } from '../contract.ts';
import { placeOf } from './places.tsx';
import classes from './setup-guide.module.css';
import { useProgress } from './use-progress.tsx';

type Step = Setup['steps'][number];

const MARKS = {
  done: { Icon: IconCircleCheck, words: 'Listo' },
  open: { Icon: IconCircle, words: 'Pendiente' },
  settled: { Icon: IconCircleMinus, words: 'Se deja así' },
} as const;

interface StepLineProps {
  step: Step;
  setup: Setup;
  /** The first that is open: where one goes on. */
  isNext: boolean;
  settle: (isSettled: boolean) => void;
  isSaving: boolean;
}

function OpenStep({ step, setup, isNext, settle, isSaving }: StepLineProps) {
  const { title, help } = SETUP_WORDS[step.step];
  const { words, href } = placeOf(step, setup);
  const { Icon, words: state } = MARKS[step.state];
  return (
    <li className={classes.step} data-state={step.state}>
      <Icon size={20} role="img" aria-label={state} />
      <div className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.found}>{step.found}</span>
        <p>{help}</p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Dejar así: ${title}`}
          disabled={isSaving}
          onClick={() => settle(true)}
        >
          Dejar así
        </Button>
        <LinkButton size="compact-sm" variant={isNext ? 'light' : 'default'} href={href}>
          {words}
        </LinkButton>
      </div>
    </li>
  );
}

/** What is done or left as it is, in a line each. */
function FinishedStep({ step, setup, settle, isSaving }: Omit<StepLineProps, 'isNext'>) {
  const { title } = SETUP_WORDS[step.step];
  const { Icon, words: state } = MARKS[step.state];
  return (
    <li className={classes.step} data-state={step.state}>
      <Icon size={20} role="img" aria-label={state} />
      <div className={classes.words}>
        <TextLink href={placeOf(step, setup).href} inherit>
          {title}
        </TextLink>
        <span className={classes.found}>{step.state === 'settled' ? state : step.found}</span>
      </div>
      {step.state === 'settled' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Retomar: ${title}`}
          disabled={isSaving}
          onClick={() => settle(false)}
        >
          Retomar
        </Button>
      )}
    </li>
  );
}

/** What an office still sets up, each step with its state and the one place where it goes on. */
export function SetupGuide({ setup }: { setup: Setup }) {
  const { steps, progress } = setup;
  const { save, isSaving } = useProgress(progress.updatedAt);
  const open = steps.filter(isOpenStep);
  const finished = steps.filter(step => !isOpenStep(step));
  const { settled } = progress;
  const change = (next: Partial<SetupProgress>, onSuccess?: () => void) =>
    save({ settled, closed: false, ...next }, onSuccess);
  const settle = (step: Step) => (isSettled: boolean) =>
    change({
      settled: isSettled ? [...settled, step.step] : settled.filter(name => name !== step.step),
    });
  const close = () =>
    change({ closed: true }, () =>
      toasts.success(
        `La guía queda en <a href="${paths.settings({ part: 'installation' })}">Configuración, Instalación</a>.`,
      ),
    );
  return (
    <section aria-labelledby="setup" className={classes.guide}>
      <div className={classes.head}>
        <h2 id="setup">Puesta en marcha</h2>
        <span className={classes.found}>
          {finished.length} de {steps.length} pasos listos
        </span>
        <Button
          className={classes.close}
          variant={open.length > 0 ? 'subtle' : 'light'}
          color={open.length > 0 ? 'gray' : 'cyan'}
          size="compact-sm"
          disabled={isSaving}
          onClick={close}
        >
          {open.length > 0 ? 'Ocultar la guía' : 'Terminar'}
        </Button>
      </div>
      {open.length > 0 && (
        <ul className={classes.steps} aria-label="Pasos pendientes">
          {open.map((step, n) => (
            <OpenStep key={step.step} {...{ step, setup, isSaving }} isNext={n === 0} settle={settle(step)} />
          ))}
        </ul>
      )}
      {finished.length > 0 && (
        <ul className={classes.finished} aria-label="Pasos listos">
          {finished.map(step => (
            <FinishedStep key={step.step} {...{ step, setup, isSaving }} settle={settle(step)} />
          ))}
        </ul>
      )}
    </section>
  );
}
