import { Button, Code, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '../../../domain/settings/providers.ts';
import { formatAgo, formatCount, formatSize } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { FactList } from '../../../web/ui/facts/facts.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { getSystemStatus } from '../../system/contract.ts';
import { getSetupProgress } from '../contract.ts';
import { useProgress } from './use-progress.tsx';

type Status = OutputOf<typeof getSystemStatus>;

/** What sets each of them, as `.env.example` explains it. */
const PROVIDER_VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_TENANT_ID'],
  google: ['GOOGLE_CLIENT_ID'],
};

/** What is missing, with the variables that set it. */
const Missing = ({ words, variables }: { words: string; variables: readonly string[] }) => (
  <>
    {words} Se define con{' '}
    {variables.map((variable, n) => (
      <span key={variable}>
        {n > 0 && ' y '}
        <Code>{variable}</Code>
      </span>
    ))}
    .
  </>
);

const providerFact = ({ providers }: Status, provider: Provider): [string, ReactNode] => [
  `Ingreso con ${PROVIDER_NAMES[provider]}`,
  providers.includes(provider) ? (
    'Configurado'
  ) : (
    <Missing key={provider} words="Sin configurar." variables={PROVIDER_VARIABLES[provider]} />
  ),
];

const Mail = ({ mail }: Pick<Status, 'mail'>) => (
  <>
    {mail ? (
      `Sale por ${mail.server}, de ${mail.from}. `
    ) : (
      <Missing
        words="Sin servidor: los correos se guardan y no salen."
        variables={['SMTP_URL', 'MAIL_FROM']}
      />
    )}{' '}
    <TextLink href={paths.mail()}>Ver correos</TextLink>
  </>
);

const Backup = ({ lastBackup }: Pick<Status, 'lastBackup'>) => (
  <>
    {lastBackup ? (
      <>
        <DateTime value={lastBackup.at} withTime /> ({formatAgo(new Date(lastBackup.at), new Date())}):{' '}
        {formatSize(lastBackup.bytes)}, {formatCount(lastBackup.rows, 'fila', 'filas')} y{' '}
        {formatCount(lastBackup.files, 'archivo', 'archivos')}.
      </>
    ) : (
      'Nunca se ha hecho.'
    )}{' '}
    En el servidor, cada día: <Code>npm run db:backup -- /ruta/respaldo.tar.gz</Code>
  </>
);

const factsOf = (status: Status): [string, ReactNode][] => [
  ...PROVIDERS.map(provider => providerFact(status, provider)),
  ['Correo', <Mail key="mail" mail={status.mail} />],
  ['Respaldo', <Backup key="backup" lastBackup={status.lastBackup} />],
  ['Archivos', status.files === 's3' ? 'En un almacén S3' : 'En una carpeta del servidor'],
  [
    'Antivirus',
    status.hasScanner ? (
      'Revisa lo que se sube'
    ) : (
      <Missing key="scanner" words="Nada se revisa al subirlo." variables={['CLAMD']} />
    ),
  ],
  [
    'Base de datos',
    `PostgreSQL ${status.databaseVersion}${status.hasOwnDatabase ? ', incluida en la instalación' : ''}; ${formatSize(status.databaseBytes)}`,
  ],
];

/** Shows the guide of the first days again, where the office has closed it. */
function GuideAgain() {
  const { data } = useRead(getSetupProgress, {});
  const { save, isSaving } = useProgress(data?.updatedAt ?? '');
  if (!data?.closed) return null;
  const show = () =>
    save({ settled: data.settled, closed: false }, () =>
      toasts.success(`La guía está otra vez en <a href="${paths.home()}">Inicio</a>.`),
    );
  return (
    <Button mt="md" variant="default" loading={isSaving} onClick={show}>
      Mostrar la guía de puesta en marcha
    </Button>
  );
}

/** What the environment of the server sets, told with the way to change it. */
export function Installation() {
  const { data, error, refetch } = useRead(getSystemStatus, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="22rem" />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        Esto no se cambia aquí: lo define el archivo <Code>.env</Code> del servidor y rige desde su próximo
        inicio. <Code>.env.example</Code> explica cada variable.
      </Text>
      <FactList facts={factsOf(data)} />
      <GuideAgain />
    </>
  );
}
