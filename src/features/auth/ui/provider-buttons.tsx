import { Loader, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useReducer, useRef, useState } from 'react';
import { type GoogleAnswer, renderGoogleButton } from '../../../web/auth/google.ts';
import { log } from '../../../web/log.ts';
import classes from './login.module.css';

function MicrosoftMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 21 21" aria-hidden="true">
      <path fill="#f25022" d="M1 1h9v9H1z" />
      <path fill="#7fba00" d="M11 1h9v9h-9z" />
      <path fill="#00a4ef" d="M1 11h9v9H1z" />
      <path fill="#ffb900" d="M11 11h9v9h-9z" />
    </svg>
  );
}

interface ProviderButtonProps {
  children: ReactNode;
  mark?: ReactNode;
  busy?: boolean;
  /** Why it cannot be used; then it stays reachable, so that the reason can be read. */
  refused?: string | undefined;
  onClick: () => void;
}

function ProviderButton({ children, mark, busy = false, refused, onClick }: ProviderButtonProps) {
  const reasonId = useId();
  return (
    <div>
      <button
        type="button"
        className={classes.provider}
        onClick={() => {
          if (!refused && !busy) onClick();
        }}
        {...(refused && { 'aria-disabled': true, 'aria-describedby': reasonId })}
        {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      >
        {busy ? <Loader size={18} color="dimmed" /> : mark}
        {children}
      </button>
      {refused && (
        <p id={reasonId} className={classes.reason}>
          {refused}
        </p>
      )}
    </div>
  );
}

type CommonProps = Pick<ProviderButtonProps, 'busy' | 'refused'>;

export function MicrosoftButton(props: CommonProps & Pick<ProviderButtonProps, 'onClick'>) {
  return (
    <ProviderButton {...props} mark={<MicrosoftMark />}>
      Ingresar con Microsoft
    </ProviderButton>
  );
}

interface GoogleButtonProps extends CommonProps {
  onAnswer: (answer: GoogleAnswer) => void;
}

/** Google's script draws the button itself; ours stands in only while that is not possible. */
function DrawnByGoogle({ onAnswer, busy = false }: GoogleButtonProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, retry] = useReducer((n: number) => n + 1, 0);
  const dark = useComputedColorScheme('light') === 'dark';
  const receive = useEffectEvent(onAnswer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt runs it again
  useEffect(() => {
    const parent = holder.current;
    if (!parent) return;
    setFailed(false);
    renderGoogleButton(parent, { dark, onAnswer: answer => receive(answer) }).catch(error => {
      log.info('The Google button could not be drawn', error);
      setFailed(true);
    });
  }, [dark, attempt]);
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed]);
  return (
    <>
      <div ref={holder} className={classes.google} inert={busy} aria-busy={busy} hidden={failed} />
      {failed && (
        <div>
          <ProviderButton onClick={retry}>Reintentar con Google</ProviderButton>
          <p className={classes.reason} role="alert">
            No pudimos cargar el ingreso con Google. Revisa tu conexión o si algo bloquea el contenido.
          </p>
        </div>
      )}
    </>
  );
}

export function GoogleButton({ refused, ...props }: GoogleButtonProps) {
  if (!refused) return <DrawnByGoogle {...props} />;
  return (
    <ProviderButton refused={refused} onClick={() => {}}>
      Ingresar con Google
    </ProviderButton>
  );
}
