import { Skeleton, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PartsNav } from './parts-nav.tsx';
import classes from './settings.module.css';

export interface SettingsPart {
  /** In the address, `?part=mail-texts`. */
  readonly slug: string;
  readonly title: string;
  /** Fetched and read when it is shown. What is typed in it must be kept as a draft: other parts are one click away. */
  readonly Panel: ComponentType<{ onSaved: () => void }>;
}

export interface SettingsGroup {
  readonly title: string;
  readonly parts: readonly SettingsPart[];
}

/** What the office changes without anybody restarting the server, a part at a time. */
export function SettingsPage({ groups }: { groups: readonly SettingsGroup[] }) {
  const { part } = useSearch({ strict: false }) as { part?: string };
  const parts = groups.flatMap(group => group.parts);
  const shown = parts.find(({ slug }) => slug === part) ?? parts[0];
  return (
    <>
      <PageHeader
        title="Configuración"
        text="Lo que se cambia aquí rige en toda la plataforma a los pocos segundos."
      />
      <div className={classes.page}>
        <PartsNav groups={groups} shown={shown} />
        {shown && <Part key={shown.slug} part={shown} />}
      </div>
    </>
  );
}

function Part({ part: { slug, title, Panel } }: { part: SettingsPart }) {
  const client = useQueryClient();
  const refreshHistory = async () => {
    const { HISTORY } = await import('./history.tsx');
    void client.invalidateQueries({ queryKey: HISTORY });
  };
  return (
    <section aria-labelledby={slug} className={classes.part}>
      <Title order={2} id={slug} mb="sm">
        {title}
      </Title>
      <Suspense fallback={<Skeleton h="20rem" />}>
        <Panel onSaved={() => void refreshHistory()} />
      </Suspense>
    </section>
  );
}
