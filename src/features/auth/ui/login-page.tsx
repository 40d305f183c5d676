import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { stripOf } from '../../../domain/settings/colours.ts';
import { PROVIDER_NAMES, type Provider } from '../../../domain/settings/providers.ts';
import { type GoogleAnswer, useGoogleLogin } from '../../../web/auth/google.ts';
import { takeStartPage } from '../../../web/auth/guard.ts';
import { type InteractionStatus, useInteraction } from '../../../web/auth/interaction.ts';
import { loginMicrosoft, microsoftClient } from '../../../web/auth/microsoft.ts';
import { openSession, type ProviderAccount, useAuthCall } from '../../../web/auth/session.ts';
import { signInMessage } from '../../../web/auth/sign-in-error.ts';
import { config } from '../../../web/config.ts';
import { log } from '../../../web/log.ts';
import { AUTH_MESSAGE, takeAuthMessage } from '../../../web/storage.ts';
import { useGo } from '../../../web/ui/link.tsx';
import { Halftone } from './halftone.tsx';
import classes from './login.module.css';
import { GoogleButton, MicrosoftButton } from './provider-buttons.tsx';

/** The library comes before the click, because browsers open a popup only right after one. */
function useEarlyLibrary() {
  useEffect(() => {
    if (!config().microsoft) return;
    const load = (client: Promise<unknown>) =>
      void client.catch(error => log.info('The Microsoft library could not be fetched yet', error));
    load(microsoftClient());
    // The connection may be back before the attempt that missed it has failed: that one is then made again.
    const again = () => load(microsoftClient().catch(microsoftClient));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
}

function useSignIn() {
  const go = useGo();
  const [failure, setFailure] = useState<string>();
  const attempt = async (work: () => Promise<ProviderAccount | undefined>) => {
    setFailure(undefined);
    try {
      const signedIn = await work();
      if (!signedIn) return;
      await openSession(signedIn);
      go(takeStartPage(), { replace: true });
    } catch (error) {
      log.info('The sign-in did not succeed', error);
      setFailure(signInMessage(error));
    }
  };
  return {
    failure,
    withMicrosoft: () =>
      void attempt(async () => {
        const account = await loginMicrosoft();
        return account && { provider: 'microsoft', account };
      }),
    withGoogle: (answer: GoogleAnswer) =>
      void attempt(async () => ({ provider: 'google', account: answer() })),
  };
}

/** What a lost session or a guard wants said; once, then forgotten. */
function useMessageOnce() {
  const [message] = useState(() => sessionStorage.getItem(AUTH_MESSAGE));
  useEffect(() => void takeAuthMessage(), []);
  return message;
}

const STATUS_TEXT: Record<Exclude<InteractionStatus, 'login'>, string> = {
  none: '',
  'acquire token': 'Confirmando tu cuenta…',
  'silent sign-in': 'Confirmando tu cuenta…',
  'handle redirect': '',
  logout: 'Cerrando tu sesión de Microsoft…',
};

const statusText = (status: InteractionStatus, provider: Provider) =>
  status === 'login'
    ? `Sigue en la ventana de ${PROVIDER_NAMES[provider]} que se abrió.`
    : STATUS_TEXT[status];

const notConfigured = (provider: string) =>
  `El ingreso con ${provider} no está configurado en esta instalación.`;

function Entry() {
  const { microsoft, google } = config();
  const { failure, withMicrosoft, withGoogle } = useSignIn();
  const interaction = useInteraction();
  const withGoogleNow = useGoogleLogin();
  const calling = useAuthCall();
  const message = useMessageOnce();
  useEarlyLibrary();
  const busy = calling || interaction === 'login';
  return (
    <>
      {(failure ?? message) && (
        <Alert
          color={failure ? 'red' : 'orange'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          mb="lg"
          role="alert"
        >
          {failure ?? message}
        </Alert>
      )}
      <div className={classes.buttons}>
        <MicrosoftButton
          busy={busy}
          refused={microsoft ? undefined : notConfigured('Microsoft')}
          onClick={withMicrosoft}
        />
        <GoogleButton
          busy={busy && !withGoogleNow}
          refused={google ? undefined : notConfigured('Google')}
          onAnswer={withGoogle}
        />
      </div>
      <p className={classes.status} aria-live="polite">
        {calling ? 'Ingresando…' : statusText(interaction, withGoogleNow ? 'google' : 'microsoft')}
      </p>
    </>
  );
}

function DemoHint() {
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">Esto es una demostración</h2>
      <p>
        La universidad y sus personas son ficticias. Elige cualquiera de los dos botones y después una cuenta:
        académica, de dirección, de decanato, de evaluación o de administración. No necesitas contraseña.
      </p>
    </section>
  );
}

export function LoginPage() {
  const { product, institution, colour, logo, demo } = config();
  return (
    <div className={classes.page} style={{ '--strip': stripOf(colour) } as CSSProperties}>
      <div className={classes.poster}>
        <Halftone />
        <p className={classes.product}>{product}</p>
        <p className={classes.claim}>
          Lo que la universidad y su comunidad hacen juntas, desde el borrador hasta el cierre.
        </p>
      </div>
      <div className={classes.entry}>
        <div className={classes.column}>
          {logo && <img src={logo} alt="" className={classes.logo} />}
          <p className={classes.institution}>{institution}</p>
          <h1 className={classes.title}>Ingresa con tu cuenta</h1>
          <p className={classes.lead}>Usa la cuenta de tu institución. No creamos otra contraseña.</p>
          <Entry />
          <p className={classes.notice}>
            <a href="/publico/privacidad" target="_blank" rel="noreferrer">
              Aviso de privacidad
            </a>
          </p>
          {demo && <DemoHint />}
        </div>
      </div>
    </div>
  );
}
