import { Alert, Button, NativeSelect, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, Suspense, useMemo, useState } from 'react';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { judgeRevision } from '../../../domain/kinds/revision.ts';
import { KIND_SLUGS, type KindSlug } from '../../../domain/kinds/slugs.ts';
import { type SectionSlug, sectionOf } from '../../../domain/sections/index.ts';
import { request } from '../../../web/api.ts';
import { SaveStatus } from '../../../web/form/autosave/save-status.tsx';
import { useAutosave } from '../../../web/form/autosave/use-autosave.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { NotFound, PageSpinner, ReadFailure } from '../../../web/layout/page-states.tsx';
import { keyOf, useRead } from '../../../web/query.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import {
  discardKindDraft,
  getKind,
  type KindView,
  listKindDrafts,
  listKinds,
  publishKind,
  saveKindDraft,
} from '../contract.ts';
import { DocumentsTab, QuestionsTab } from './asked-tab.tsx';
import { RubricTab, StepsTab } from './course-tab.tsx';
import { EditingProvider, errorFinder } from './editor.tsx';
import { GeneralTab } from './general-tab.tsx';
import classes from './kinds.module.css';
import { SectionsTab } from './sections-tab.tsx';
import { Differences, VersionsTab } from './versions-tab.tsx';

/** A section as an author of a new project sees it; shown by who knows the form, which stands on kinds. */
export type SectionPreview = ComponentType<{
  definition: KindDefinition;
  slug: SectionSlug;
  hasCall: boolean;
}>;

/** One kind: its draft on the left, what an author will see on the right. */
export function KindPage({ Preview }: { Preview: SectionPreview }) {
  const asked = (useParams({ strict: false }) as { slug?: string }).slug;
  const slug = KIND_SLUGS.find(s => s === asked);
  return slug ? <KnownKind slug={slug} Preview={Preview} /> : <NotFound />;
}

function KnownKind({ slug, Preview }: { slug: KindSlug; Preview: SectionPreview }) {
  const { data, error, refetch } = useRead(getKind, { params: { slug } });
  usePageTitle(data?.definition.label);
  // After publishing or discarding the editor starts anew from what holds.
  const [round, setRound] = useState(0);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  return (
    <KindEditor
      key={`${slug}/${data.version}/${round}`}
      view={data}
      onAnew={() => setRound(round + 1)}
      Preview={Preview}
    />
  );
}

function useDraftSaver(view: KindView, kind: KindDefinition, show: (kind: KindDefinition) => void) {
  const client = useQueryClient();
  const { slug } = view.definition;
  const queryKey = keyOf(getKind, { params: { slug } });
  const [initial] = useState(() => (view.draft?.definition ?? view.definition) as KindDefinition);
  return useAutosave<KindDefinition>({
    draftKey: ['kind', slug, String(view.version)],
    value: kind,
    saved: initial,
    version: view.draft?.version ?? 0,
    save: async (definition, version) => {
      const draft = await request(saveKindDraft, {
        params: { slug },
        body: { version: Number(version), definition },
      });
      client.setQueryData<KindView>(queryKey, before => before && { ...before, draft });
      void client.invalidateQueries({ queryKey: keyOf(listKindDrafts) });
      return { version: draft.version };
    },
    onRestore: show,
  });
}

const TABS = [
  ['general', 'Datos'],
  ['sections', 'Secciones'],
  ['questions', 'Preguntas'],
  ['documents', 'Documentos'],
  ['steps', 'Pasos'],
  ['rubric', 'Pauta'],
  ['versions', 'Versiones'],
] as const;

interface EditorProps {
  view: KindView;
  onAnew: () => void;
  Preview: SectionPreview;
}

function KindEditor({ view, onAnew, Preview }: EditorProps) {
  const current = view.definition;
  const [kind, setKind] = useState(() => (view.draft?.definition ?? current) as KindDefinition);
  const [shown, setShown] = useState<SectionSlug>('identification');
  const saver = useDraftSaver(view, kind, setKind);
  const judged = useMemo(() => judgeRevision(current, kind, view.standings), [current, kind, view.standings]);
  const editing = useMemo(
    () => ({
      kind,
      edit: (patch: Partial<KindDefinition>) => setKind(before => ({ ...before, ...patch })),
      errorAt: errorFinder(judged.errors),
    }),
    [kind, judged],
  );
  return (
    <EditingProvider value={editing}>
      <PageHeader
        title={current.label}
        text={`Código ${current.prefix} · versión ${view.version} vigente. Lo que cambies queda en un borrador hasta que lo publiques.`}
        mark={<SaveStatus state={saver.state} savedAt={view.draft?.updatedAt ?? null} />}
        actions={<Actions view={view} judged={judged} kind={kind} flush={saver.flush} onAnew={onAnew} />}
      />
      {saver.state.kind === 'conflict' && (
        <Alert color="orange" role="alert" mb="sm">
          Alguien más cambió este borrador.{' '}
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            Ver lo suyo
          </Button>
        </Alert>
      )}
      <Problems errors={judged.errors} />
      <div className={classes.split}>
        <Panels view={view} onShow={setShown} />
        <PreviewPane kind={kind} shown={shown} onShow={setShown} Preview={Preview} />
      </div>
    </EditingProvider>
  );
}

const PLACES: Readonly<Record<string, string>> = Object.fromEntries(TABS);

function Problems({ errors }: { errors: readonly { path: string; message: string }[] }) {
  if (errors.length === 0) return null;
  return (
    <Alert color="orange" mb="sm" title="No se puede publicar todavía">
      <ul>
        {errors.slice(0, 8).map(e => (
          <li key={`${e.path}/${e.message}`}>
            {PLACES[e.path.split('.')[0] ?? ''] ?? 'Datos'}: {e.message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Panels({ view, onShow }: { view: KindView; onShow: (slug: SectionSlug) => void }) {
  const [tab, setTab] = useState<string | null>('general');
  const choose = (next: string | null) => {
    setTab(next);
    if (next === 'questions') onShow('questions');
    if (next === 'documents') onShow('attachments');
  };
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List mb="md">
        {TABS.map(([value, label]) => (
          <Tabs.Tab key={value} value={value} px="sm">
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="general">
        <GeneralTab />
      </Tabs.Panel>
      <Tabs.Panel value="sections">
        <SectionsTab onShow={onShow} />
      </Tabs.Panel>
      <Tabs.Panel value="questions">
        <QuestionsTab />
      </Tabs.Panel>
      <Tabs.Panel value="documents">
        <DocumentsTab />
      </Tabs.Panel>
      <Tabs.Panel value="steps">
        <StepsTab />
      </Tabs.Panel>
      <Tabs.Panel value="rubric">
        <RubricTab />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsTab view={view} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface PreviewProps {
  kind: KindDefinition;
  shown: SectionSlug;
  onShow: (slug: SectionSlug) => void;
  Preview: SectionPreview;
}

/** The form as an author of a new project gets it, a section at a time. */
function PreviewPane({ kind, shown, onShow, Preview }: PreviewProps) {
  const slug = kind.sections.some(s => s.slug === shown)
    ? shown
    : (kind.sections[0]?.slug ?? 'identification');
  return (
    <aside className={classes.preview} aria-label="Vista previa">
      <NativeSelect
        label="Vista previa de la sección"
        mb="md"
        data={kind.sections.map(s => ({ value: s.slug, label: s.label || sectionOf(s.slug).label }))}
        value={slug}
        onChange={e => onShow(e.currentTarget.value as SectionSlug)}
      />
      <Suspense fallback={<PageSpinner />}>
        <Preview definition={kind} slug={slug} hasCall={kind.call !== 'none'} />
      </Suspense>
    </aside>
  );
}

interface ActionsProps {
  view: KindView;
  kind: KindDefinition;
  judged: ReturnType<typeof judgeRevision>;
  flush: () => Promise<boolean>;
  onAnew: () => void;
}

function Actions({ view, kind, judged, flush, onAnew }: ActionsProps) {
  const [dialog, setDialog] = useState<'publish' | 'discard' | null>(null);
  const client = useQueryClient();
  const { slug } = view.definition;
  const anew = async () => {
    await client.invalidateQueries({ queryKey: keyOf(getKind) });
    await client.invalidateQueries({ queryKey: keyOf(listKinds) });
    await client.invalidateQueries({ queryKey: keyOf(listKindDrafts) });
    setDialog(null);
    onAnew();
  };
  const discard = async () => {
    await flush();
    await request(discardKindDraft, { params: { slug } });
    await anew();
  };
  const same = JSON.stringify(kind) === JSON.stringify(view.definition);
  const reason = same ? 'No hay cambios que publicar.' : (judged.errors[0]?.message ?? null);
  return (
    <>
      {(view.draft || !same) && (
        <Button variant="default" onClick={() => setDialog('discard')}>
          Descartar borrador
        </Button>
      )}
      <ActionButton reason={reason} onClick={() => setDialog('publish')}>
        Publicar versión {(view.versions[0]?.version ?? 0) + 1}
      </ActionButton>
      <ConfirmDialog
        open={dialog === 'discard'}
        title="¿Descartar el borrador?"
        confirm="Descartar borrador"
        destructive
        onCancel={() => setDialog(null)}
        onConfirm={discard}
      >
        Se pierde lo que cambiaste desde la versión {view.version}. Lo vigente queda como está.
      </ConfirmDialog>
      {dialog === 'publish' && (
        <PublishDialog view={view} kind={kind} flush={flush} onClose={() => setDialog(null)} onDone={anew} />
      )}
    </>
  );
}

interface PublishProps {
  view: KindView;
  kind: KindDefinition;
  flush: () => Promise<boolean>;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function PublishDialog({ view, kind, flush, onClose, onDone }: PublishProps) {
  const [note, setNote] = useState('');
  const client = useQueryClient();
  const { slug } = view.definition;
  const publish = async () => {
    await flush();
    const stored = client.getQueryData<KindView>(keyOf(getKind, { params: { slug } }));
    const { version } = await request(publishKind, {
      params: { slug },
      body: { version: stored?.draft?.version ?? 1, note },
    });
    toasts.success(asHtml(`Versión ${version} publicada. Los proyectos ya empezados conservan la suya.`));
    await onDone();
  };
  return (
    <ConfirmDialog
      open
      title="Publicar versión"
      confirm="Publicar"
      reason={note.trim().length < 5 ? 'Escribe una nota de al menos 5 caracteres.' : null}
      size="lg"
      onConfirm={publish}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          Rige para los proyectos que se empiecen desde ahora; los que ya existen conservan su versión.
        </Text>
        <Differences before={view.definition} after={kind} />
        <ReasonField
          label="Nota"
          description="Qué cambia y por qué; queda en la lista de versiones."
          minRows={2}
          maxLength={500}
          value={note}
          onChange={setNote}
        />
      </Stack>
    </ConfirmDialog>
  );
}
