import { Skeleton, Stack, Title } from '@mantine/core';
import { paths } from '../../../web/paths.ts';
import { useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { RetentionForm } from '../../retention/ui/retention-form.tsx';
import { getSettings } from '../contract.ts';
import { GeneralForm } from './general-form.tsx';
import { Holidays } from './holidays.tsx';
import classes from './settings.module.css';

/** What the office changes without anybody restarting the server. */
export function SettingsPage() {
  const { data, error, refetch } = useRead(getSettings, {});
  return (
    <>
      <PageHeader
        title="Configuración"
        text="Rige en toda la plataforma a los pocos segundos."
        actions={
          <LinkButton variant="default" href={paths.audit({ object: 'setting' })}>
            Ver qué ha cambiado
          </LinkButton>
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={classes.columns}>
          <section aria-labelledby="general">
            <Title order={2} id="general" mb="sm">
              General
            </Title>
            {/* Values somebody else has saved meanwhile make a new form. */}
            <GeneralForm key={data.updatedAt} settings={data} />
          </section>
          <section aria-labelledby="holidays">
            <Title order={2} id="holidays" mb="sm">
              Feriados
            </Title>
            <Holidays holidays={data.holidays} />
          </section>
          <section aria-labelledby="retention">
            <Title order={2} id="retention" mb="sm">
              Cuánto se guarda
            </Title>
            <RetentionForm />
          </section>
        </div>
      ) : (
        <Stack aria-busy maw="40rem">
          <Skeleton h={60} />
          <Skeleton h={60} />
          <Skeleton h={60} />
        </Stack>
      )}
    </>
  );
}
