import { Skeleton, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { paths } from '../../../web/routing/paths.ts';
import { WhenNear } from '../../../web/routing/when-near.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PrivacyNoticeForm } from '../../privacy-notices/ui/privacy-notice-form.tsx';
import { getSettings } from '../contract.ts';
import { GeneralForm } from './general-form.tsx';
import { Holidays } from './holidays.tsx';
import { InstitutionForm } from './institution-form.tsx';
import { MailTexts } from './mail-texts.tsx';
import { QuotasForm } from './quotas-form.tsx';
import { RemindersForm } from './reminders-form.tsx';
import classes from './settings.module.css';

/** With the words of every act, below all else. */
const SettingHistory = lazyPart(() => import('./history.tsx'), 'SettingHistory');

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}

export interface SettingsSlots {
  /** What is shown to anybody, of the room that shows it. */
  readonly PublicPages: ComponentType<{ onSaved: () => void }>;
  /** How long things are kept, of the room of personal data. */
  readonly Retention: ComponentType<{ onSaved: () => void }>;
}

/** What the office changes without anybody restarting the server. */
export function SettingsPage(slots: SettingsSlots) {
  const { data, error, refetch } = useRead(getSettings, {});
  const client = useQueryClient();
  const refreshAudit = async () => {
    const { HISTORY } = await import('./history.tsx');
    void client.invalidateQueries({ queryKey: HISTORY });
  };
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
        <Columns settings={data} {...slots} onSaved={() => void refreshAudit()} />
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

interface ColumnsProps extends SettingsSlots {
  settings: OutputOf<typeof getSettings>;
  onSaved: () => void;
}

function Columns({ settings, PublicPages, Retention, onSaved }: ColumnsProps) {
  return (
    <div className={classes.columns}>
      <div>
        <Part id="institution" title="Institución">
          <InstitutionForm onSaved={onSaved} />
        </Part>
        <Part id="general" title="General">
          {/* Values somebody else has saved meanwhile make a new form. */}
          <GeneralForm key={settings.updatedAt} settings={settings} onSaved={onSaved} />
        </Part>
        <Part id="mail-texts" title="Textos de correos">
          <MailTexts onSaved={onSaved} />
        </Part>
        <Part id="privacy-notice" title="Aviso de privacidad">
          <PrivacyNoticeForm onSaved={onSaved} />
        </Part>
        <Part id="reminders" title="Recordatorios">
          <RemindersForm onSaved={onSaved} />
        </Part>
      </div>
      <div>
        <Part id="holidays" title="Feriados">
          <Holidays holidays={settings.holidays} onSaved={onSaved} />
        </Part>
        <Part id="retention" title="Cuánto se guarda">
          <Suspense fallback={<Skeleton h="20rem" />}>
            <Retention onSaved={onSaved} />
          </Suspense>
        </Part>
        <Part id="quotas" title="Límites por persona">
          <QuotasForm onSaved={onSaved} />
        </Part>
        <Part id="public-pages" title="Páginas públicas">
          <Suspense fallback={<Skeleton h="8rem" />}>
            <PublicPages onSaved={onSaved} />
          </Suspense>
        </Part>
        <Part id="history" title="Historial">
          <WhenNear className={classes.historyWaiting}>
            <Suspense fallback={<Skeleton h={96} />}>
              <SettingHistory />
            </Suspense>
          </WhenNear>
        </Part>
      </div>
    </div>
  );
}
