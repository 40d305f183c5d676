import { Alert, Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { AGREEMENT_STATES } from '../../../domain/catalogues/agreements.ts';
import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { formatMoney, formatNumber, labelIn } from '../../../domain/text/format.ts';
import { KeyFigures } from '../../../web/layout/key-figures.tsx';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { LinkButton, useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PartnerAgreements } from '../../agreements/ui/partner-agreements.tsx';
import { PartnerSurveys } from '../../surveys/ui/partner-surveys.tsx';
import { getPartner, type Partner } from '../contract.ts';
import { MergeDialog } from './merging/merge-dialog.tsx';
import { Contacts } from './parts/contacts.tsx';
import classes from './parts/partner.module.css';
import { contributed, PartnerProjects } from './parts/partner-projects.tsx';
import { yearsOf } from './words.tsx';

const EditPartner = lazyPart(() => import('./edit/edit-partner.tsx'), 'EditPartner');
const Merges = lazyPart(() => import('./parts/merges.tsx'), 'Merges');
const PartnerMap = lazyPart(() => import('./parts/partner-map.tsx'), 'PartnerMap');

const sum = (values: readonly (number | null)[]): number | null =>
  values.every(value => value === null) ? null : values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** What it comes to over the years; of money and people only what the reader may see. */
function Figures({ partner }: { partner: Partner }) {
  const people = sum(partner.items.map(item => item.people));
  const money = sum(partner.items.map(contributed));
  const waiting = partner.items.filter(item => !AWARDED.includes(item.status)).length;
  return (
    <KeyFigures
      facts={[
        ['Proyectos', formatNumber(partner.projects)],
        waiting > 0 && ['Otras propuestas', formatNumber(waiting)],
        ['Años', yearsOf(partner) || '–'],
        ['Personas alcanzadas', people === null ? '–' : formatNumber(people)],
        money !== null && ['Aporte de socios', formatMoney(money)],
        partner.agreement !== null && ['Convenio', labelIn(AGREEMENT_STATES, partner.agreement)],
      ]}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Actions({ partner, manages }: { partner: Partner; manages: boolean }) {
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useOnce(isEditing);
  const [isMerging, setMerging] = useState(false);
  const projects = (
    <LinkButton href={paths.projects({ partner: partner.id })} variant="default">
      Ver en Proyectos
    </LinkButton>
  );
  if (!manages) return projects;
  return (
    <>
      {projects}
      <Button variant="default" onClick={() => setMerging(true)}>
        Unir con otra
      </Button>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        Editar
      </Button>
      <MergeDialog
        id={partner.id}
        name={partner.name}
        open={isMerging}
        onClose={() => setMerging(false)}
        onMerged={({ into }) => go(paths.partner(into), { replace: true })}
      />
      <Suspense>
        {wasEditing && <EditPartner id={partner.id} open={isEditing} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

const placeOf = ({ type, comuna, rut }: Partner) =>
  [
    labelIn(ORGANISATION_TYPES, type),
    comuna && (comuna.region === comuna.name ? comuna.name : `${comuna.name}, ${comuna.region}`),
    rut && `RUT ${rut}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The organisation of the address; leads on where there is none under it any more. */
function usePartner() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getPartner, { params: { id } });
  const go = useGo();
  usePageTitle(data?.name);
  // It was merged into another: that is what is looked at.
  const kept = data && data.id !== id ? data.id : null;
  // It was deleted from here: nothing is left to look at.
  const isGone = data !== undefined && error instanceof ProblemError && error.code === 'not_found';
  useEffect(() => {
    if (kept) go(paths.partner(kept), { replace: true });
    else if (isGone) go(paths.partners(), { replace: true });
  }, [kept, isGone, go]);
  return { data: kept || isGone ? undefined : data, error: data ? null : error, retry: () => void refetch() };
}

/** An organisation: what it did with the university, whom to talk to, what is agreed. */
export function PartnerPage() {
  const { data, error, retry } = usePartner();
  const user = useSessionUser();
  const manages = user !== null && isAdmin(user);
  if (error) return <ReadFailure error={error} onRetry={retry} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  return (
    <>
      <PageHeader
        title={data.name}
        text={placeOf(data)}
        actions={<Actions partner={data} manages={manages} />}
      />
      {!data.active && (
        <Alert color="orange" mb="sm">
          Está desactivada: no se ofrece al elegir socios, y lo que hizo queda.
        </Alert>
      )}
      {data.aliases.length > 0 && (
        <p className={classes.quiet}>También registrada como {data.aliases.join(', ')}.</p>
      )}
      <Figures partner={data} />
      <Part title="Proyectos">
        <PartnerProjects items={data.items} />
      </Part>
      {(data.contact !== null || data.contacts.length > 0) && (
        <Part title="Contactos">
          <Contacts contact={data.contact} contacts={data.contacts} />
        </Part>
      )}
      <div className={classes.part}>
        <PartnerAgreements organisation={data} mayManage={manages} />
      </div>
      <div className={classes.part}>
        <PartnerSurveys organisation={data} />
      </div>
      {data.merges.length > 0 && (
        <Part title="Unidas con ella">
          <Suspense fallback={<Skeleton h={96} />}>
            <Merges merges={data.merges} />
          </Suspense>
        </Part>
      )}
      {(data.comuna || data.point) && (
        <Part title="Dónde está">
          <Suspense fallback={<Skeleton className={classes.map ?? ''} />}>
            <PartnerMap comuna={data.comuna} point={data.point} />
          </Suspense>
        </Part>
      )}
    </>
  );
}
