import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useMatches, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { t } from '../../../web/i18n/i18n.ts';
import { Forbidden } from '../../../web/layout/forbidden.tsx';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { useRead, useWrite } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { CallChoice } from '../../calls/ui/call-choice.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { getCatalogues } from '../../options/contract.ts';
import { createProject } from '../contract.ts';
import classes from './new-project.module.css';
import { useMayCreate } from './new-project-menu.tsx';

/** Only the office starts projects for others. */
const LeadField = lazyPart(() => import('../../options/ui/option-field.tsx'), 'OptionField');

/** Starts a project of the kind its address names. */
export function NewProjectPage() {
  const kind = useMatches({
    select: all => all.findLast(m => m.staticData.kind)?.staticData.kind,
  }) as KindSlug;
  const mayCreate = useMayCreate();
  const { data: kinds, error, refetch } = useRead(listKinds);
  const found = kinds?.find(k => k.definition.slug === kind);
  usePageTitle(found && `Nuevo: ${found.definition.label}`);
  if (!mayCreate) return <Forbidden permission="projects.create" />;
  if (error && !kinds) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!found)
    return (
      <div aria-busy>
        <PageHeader title={t('pages.newProject')} />
        <Skeleton h={240} maw="36rem" />
      </div>
    );
  return (
    <>
      <PageHeader title={`Nuevo: ${found.definition.label}`} text={found.definition.help} />
      {found.closed ? (
        <Alert color="orange" maw="36rem">
          {found.closed}
        </Alert>
      ) : (
        <StartForm key={kind} kind={kind} call={found.definition.call} />
      )}
    </>
  );
}

/** Made once per form, so that sending it twice creates one project. */
const blank = (kind: KindSlug) => ({
  id: crypto.randomUUID() as string,
  kind,
  title: '',
  schoolId: null as string | null,
  period: null as string | null,
  leadId: null as string | null,
  callId: null as string | null,
});

function useStart(kind: KindSlug) {
  const go = useGo();
  const [initial] = useState(() => blank(kind));
  const form = useKitForm(createProject.body as NonNullable<typeof createProject.body>, initial);
  const create = useWrite(createProject, ['projects']);
  const [refusal, setRefusal] = useState<string | null>(null);
  const draft = useDraft({
    draftKey: ['project', 'new', kind],
    value: form.values,
    changed: form.values.title !== '',
    onRestore: value => form.setValues(value),
  });
  const submit = form.onSubmit(async body => {
    setRefusal(null);
    try {
      const created = await create.mutateAsync({ body });
      draft.clear();
      go(paths.project(created.kind, created.id), { replace: true });
    } catch (error) {
      setRefusal(showProblem(form, error));
    }
  });
  return { form, submit, refusal, busy: create.isPending };
}

/** What a kind says of calls. */
type CallRule = 'required' | 'optional' | 'none';

function StartForm({ kind, call }: { kind: KindSlug; call: CallRule }) {
  const { call: preset } = useSearch({ strict: false }) as { call?: string };
  const { form, submit, refusal, busy } = useStart(kind);
  const { data } = useRead(getCatalogues);
  const user = useSessionUser();
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <Fields form={form}>
        <TextField
          name="title"
          label="Título"
          description="Un nombre que se entienda fuera de la universidad. Puedes cambiarlo después."
        />
        {(kind === 'fexs' || kind === 'incs') && call !== 'none' && (
          <CallChoice kind={kind} needed={call === 'required'} preset={preset} />
        )}
        <SelectField
          name="schoolId"
          label="Escuela"
          description="Su Dirección revisa el proyecto."
          options={(data?.schools ?? []).map(s => ({ value: s.id, label: s.name }))}
          searchable
        />
        <SelectField
          name="period"
          label="Período"
          description="Semestre en que parte el proyecto."
          options={(data?.periods ?? []).map(p => ({ value: p, label: p }))}
        />
        {user && isAdmin(user) && (
          <Suspense fallback={<Skeleton h={86} />}>
            <LeadField
              name="leadId"
              noun="person"
              label="Responsable"
              description="Si lo dejas en blanco, eres tú. La persona elegida lo ve de inmediato entre sus proyectos."
              known={[]}
            />
          </Suspense>
        )}
      </Fields>
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={busy}>
          Crear borrador
        </Button>
      </Group>
    </form>
  );
}
