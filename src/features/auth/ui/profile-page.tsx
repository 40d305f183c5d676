import {
  Badge,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ROLE_LABELS } from '../../../domain/kit/actor.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { PROVIDER_NAMES } from '../../../domain/settings/providers.ts';
import { getProvider, useSessionUser } from '../../../web/storage.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { AccessTokens } from '../../access-tokens/ui/access-tokens.tsx';
import { CalendarCard } from '../../calendar/ui/calendar-card.tsx';
import { OwnDataRequests } from '../../data-requests/ui/own/own-requests.tsx';
import { Deputations } from '../../deputations/ui/deputations.tsx';
import { Agreed } from '../../privacy/ui/agreed/agreed.tsx';
import { OwnPersonalData } from '../../privacy/ui/personal-data.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { OtherMicrosoftAccounts } from './other-accounts.tsx';
import { OwnSessions } from './own-sessions.tsx';

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder p="lg" maw="44rem" aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {title}
      </Title>
      {text && (
        <Text size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      )}
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>{children}</div>
    </Paper>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'minmax(6rem, 9rem) minmax(0, 1fr)',
        gap: '0.5rem 1rem',
        margin: 0,
      }}
    >
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Apariencia"
      value={colorScheme}
      onChange={value => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'light', label: 'Clara' },
        { value: 'dark', label: 'Oscura' },
        { value: 'auto', label: 'Según el sistema' },
      ]}
    />
  );
}

/** What there is only once the office has given a role. */
function EnabledSections({ person }: { person: SessionUser }) {
  return (
    <>
      <Section
        title="Cuentas para ingresar"
        text="Con cualquiera de estas cuentas entras a este mismo perfil, con tus proyectos y tus roles."
      >
        <LinkedAccounts />
      </Section>
      <Section
        title="Calendario"
        text="Tus plazos y lo que viene en tus proyectos, en el calendario que ya usas."
      >
        <CalendarCard />
      </Section>
      <Section
        title="Tokens de acceso"
        text="Para que una planilla o un programa lea por ti lo que tú puedes ver, sin entregarle tu cuenta."
      >
        <AccessTokens />
      </Section>
      <Section
        title="Sesiones abiertas"
        text="Dónde está abierta tu cuenta. Termina las que ya no uses o no reconozcas."
      >
        <OwnSessions />
      </Section>
      <Deputations
        person={person}
        self
        frame={content => (
          <Section title="Subrogancia" text="Quién tiene tus pasos mientras no estás, y a quién subrogas.">
            {content}
          </Section>
        )}
      />
      <Section
        title="Tus datos personales"
        text="Qué guarda la plataforma sobre ti, para qué y hasta cuándo. Puedes descargarlo."
      >
        <Stack gap="lg">
          <OwnPersonalData />
          <Agreed />
        </Stack>
      </Section>
      <Section title="Tus solicitudes sobre tus datos">
        <OwnDataRequests />
      </Section>
    </>
  );
}

export function ProfilePage() {
  const user = useSessionUser();
  if (!user) return null;
  const provider = getProvider();
  const isEnabled = user.roles.length > 0;
  const roles = isEnabled ? (
    <Group gap={6} component="span">
      {user.roles.map(role => (
        <Badge key={role} variant="light" tt="none" size="lg" component="span">
          {ROLE_LABELS[role]}
        </Badge>
      ))}
    </Group>
  ) : (
    'Pendiente de habilitación'
  );
  return (
    <>
      <PageHeader title="Mi perfil" />
      <Stack gap="md">
        <Section title="Tus datos" text="La oficina cambia tu nombre, tu correo y tus roles.">
          <Facts
            rows={[
              ['Nombre', user.name],
              ['Correo', user.email],
              ['Roles', roles],
              ['Ingresaste con', PROVIDER_NAMES[provider]],
            ]}
          />
        </Section>
        {isEnabled && <EnabledSections person={user} />}
        {provider === 'microsoft' && <OtherMicrosoftAccounts section={Section} />}
        <Section title="Apariencia">
          <Appearance />
        </Section>
      </Stack>
    </>
  );
}
