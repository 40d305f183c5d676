import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useMatches, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { SECTIONS } from '../../../domain/sections/index.ts';
import { id } from '../../../domain/text/rules.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { t } from '../../../web/i18n/i18n.ts';
import { Forbidden } from '../../../web/layout/gates.tsx';
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
import { CopyChoice } from './copy-choice.tsx';
import classes from './new-project.module.css';
import { useMayCreate } from './new-project-menu.tsx';

/** Only the office starts projects for others. */
const LeadField = lazyPart(() => import('../../options/ui/option-field.tsx'), 'OptionField');

/** Starts a project of the kind its address names. */
export function NewProjectPage() {
  const kind = useMatches({
    select: all => all.findLast(m => m.staticData.kind)?.staticData.kind,
  }) as KindSlug;
  const from = idIn((useSearch({ strict: false }) as { from?: unknown }).from);
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
        <StartForm key={`${kind} ${from}`} from={from} kind={kind} call={found.definition.call} />
      )}
    </>
  );
}

/** Made once per form, so that sending it twice creates one project. `from` is what it begins as a copy of. */
const blank = (kind: KindSlug, from: string | null) => ({
  id: crypto.randomUUID() as string,
  kind,
  title: '',
  schoolId: null as string | null,
  period: null as string | null,
  leadId: null as string | null,
  callId: null as string | null,
  copyOf: from,
});

function useStart(kind: KindSlug, from: string | null) {
  const go = useGo();
  const [initial] = useState(() => blank(kind, from));
  const [isCopy, setCopy] = useState(from !== null);
  const form = useKitForm(createProject.body as NonNullable<typeof createProject.body>, initial);
  const create = useWrite(createProject, ['projects']);
  const [refusal, setRefusal] = useState<string | null>(null);
  const draft = useDraft({
    draftKey: ['project', 'new', kind, ...(from === null ? [] : [from])],
    value: form.values,
    changed: form.values.title !== '',
    onRestore: value => {
      form.setValues(value);
      setCopy(Boolean(value.copyOf));
    },
  });
  const submit = form.onSubmit(async body => {
    setRefusal(null);
    if (isCopy && body.copyOf === null) return form.setFieldError('copyOf', 'Elige el proyecto que copias.');
    try {
      const created = await create.mutateAsync({ body });
      draft.clear();
      go(paths.project(created.kind, created.id), { replace: true });
    } catch (error) {
      setRefusal(showProblem(form, error));
    }
  });
  return { form, submit, refusal, busy: create.isPending, isCopy, setCopy };
}

/** An address may carry anything. */
const idIn = (value: unknown): string | null => {
  const parsed = id.safeParse(value);
  return parsed.success ? parsed.data : null;
};

/** A draft may have a shorter one, which sending refuses: better said while it is written. */
const TITLE_LEAST = SECTIONS.identification.fields.find(({ path }) => path === 'title')?.min;

/** What a kind says of calls. */
type CallRule = 'required' | 'optional' | 'none';

interface StartProps {
  kind: KindSlug;
  call: CallRule;
  /** The project its address presets as what is copied. */
  from: string | null;
}

function StartForm({ kind, call, from }: StartProps) {
  const { call: preset } = useSearch({ strict: false }) as { call?: string };
  const { form, submit, refusal, busy, isCopy, setCopy } = useStart(kind, from);
  const { data } = useRead(getCatalogues);
  const user = useSessionUser();
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <Fields form={form}>
        <CopyChoice kind={kind} isCopy={isCopy} onChange={setCopy} />
        <TextField
          name="title"
          label="Título"
          least={TITLE_LEAST}
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
