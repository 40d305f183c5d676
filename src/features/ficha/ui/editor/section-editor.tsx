import { use, useEffect, useMemo, useRef, useState } from 'react';
import { emptySection, sectionSchema } from '../../../../domain/kinds/answers.ts';
import type { KindDefinition } from '../../../../domain/kinds/definition.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { unsavedWork } from '../../../../web/drafts.ts';
import { useAutosave } from '../../../../web/form/autosave/use-autosave.ts';
import { Fields, type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { controlsReady, WRITING_FIELDS } from '../../../section-screens/ui/fields/controls.tsx';
import { ScopeProvider, type Values } from '../../../section-screens/ui/scope.tsx';
import { SECTION_SCREENS } from '../../../section-screens/ui/sections/screens.tsx';
import { staleSection } from '../../contract.ts';
import classes from '../ficha.module.css';
import type { ShownSection } from '../section-list.tsx';
import { useJump } from '../use-jump.tsx';
import { SaveSlot } from './save-slot.tsx';
import { useSave } from './use-save.tsx';

const ConflictPanel = lazyPart(() => import('./conflict-panel.tsx'), 'ConflictPanel');

type SectionValues = Record<string, unknown>;

interface EditorProps {
  section: ShownSection;
  /** Path of the field to show and focus. */
  target: string | null;
}

const sectionKey = (project: string, slug: string) => ['project', project, slug];

const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A conflict with what we sent ourselves, e.g. while leaving the section and coming back, is none. */
function useConflict(
  form: KitForm<SectionValues>,
  section: ShownSection,
  saver: ReturnType<typeof useSaver>,
) {
  const { state, adopt } = saver;
  const parsed = state.kind === 'conflict' ? staleSection.safeParse(state.stored) : null;
  const stored = parsed?.success ? parsed.data : null;
  const schema = sectionOf(section.slug).schema;
  const mine = stored && schema.safeParse(form.values);
  const isEcho = stored !== null && mine?.success === true && sameText(mine.data, schema.parse(stored.data));
  useEffect(() => {
    if (isEcho && stored) adopt(form.values, stored.version);
  }, [isEcho, stored, adopt, form.values]);
  if (isEcho || !stored || state.kind !== 'conflict') return null;
  return { stored, from: state.from as SectionValues };
}

function useSaver(form: KitForm<SectionValues>, section: ShownSection, initial: SectionValues) {
  const { project } = useProject();
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const save = useSave(section.slug);
  const autosave = useAutosave<SectionValues>({
    draftKey: sectionKey(project.id, section.slug),
    value: form.values,
    saved: initial,
    version: section.stored.version,
    save,
    onRestore: (value, at) => {
      form.setValues(value);
      setRestoredAt(at);
    },
  });
  return { ...autosave, restoredAt };
}

/** Messages of the draft's own rules, from the server; those of submit are shown where the person jumped to. */
function useMessages(
  form: KitForm<SectionValues>,
  saver: ReturnType<typeof useSaver>,
  target: string | null,
) {
  const { project } = useProject();
  const { state } = saver;
  const setError = useRef(form.setFieldError);
  setError.current = form.setFieldError;
  useEffect(() => {
    if (state.kind === 'error')
      for (const e of state.errors) setError.current(e.path.replace(/^data\./, ''), e.message);
  }, [state]);
  const wanted = useRef(project.completeness.missing);
  wanted.current = project.completeness.missing;
  useEffect(() => {
    const message = wanted.current.find(m => m.path === target)?.message;
    if (target && message) setError.current(target, message);
  }, [target]);
}

/** A text modal left open by a reload opens again once the entry it belongs to is unfolded. */
function useOpenModal(slug: string): string | null {
  const { project } = useProject();
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    void unsavedWork().then(work => {
      const open = work.find(({ key }) => key[1] === project.id && key[2] === slug && key[3] === 'modal');
      setPath(open?.key[4] ?? null);
    });
  }, [project.id, slug]);
  return path;
}

/** What is stored, with an empty value for whatever was never answered. */
function startingValues(kind: KindDefinition, { slug, stored }: ShownSection): SectionValues {
  const values: SectionValues = { ...emptySection(kind, slug), ...stored.data };
  if (slug !== 'questions') return values;
  const { answers } = emptySection(kind, slug) as { answers: SectionValues };
  return { answers: { ...answers, ...(stored.data.answers as SectionValues | undefined) } };
}

/** Lets the page send what this section still holds back, e.g. before a step of the workflow. */
function useFlush(flush: () => Promise<boolean>) {
  const { onFlush } = useProject();
  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => onFlush(() => latest.current()), [onFlush]);
}

function useEditorScope({ slug, fields }: ShownSection, form: KitForm<SectionValues>, target: string | null) {
  return useMemo(
    () => ({
      slug,
      prefix: '',
      fields,
      values: form.values as Values,
      readOnly: false,
      target,
      errors: form.errors,
      ...WRITING_FIELDS,
      set: (path: string, value: unknown) => form.setFieldValue(path, value),
    }),
    [slug, fields, form, target],
  );
}

export function SectionEditor({ section, target }: EditorProps) {
  // What is folded, or below the fold of the longest section, does not hold up the rest.
  const pointed = Boolean(target);
  use(controlsReady(section.fields, pointed, section.slug === 'identification' && !pointed));
  const { project, cache } = useProject();
  const [initial] = useState<SectionValues>(() => startingValues(project.definition, section));
  const form = useKitForm<SectionValues>(
    sectionSchema(project.definition, section.slug, project.historic),
    initial,
  );
  const saver = useSaver(form, section, initial);
  const conflict = useConflict(form, section, saver);
  const modal = useOpenModal(section.slug);
  const body = useRef<HTMLDivElement>(null);
  useMessages(form, saver, target);
  useJump(body, target);
  useFlush(saver.flush);
  const scope = useEditorScope(section, form, target ?? modal);
  const Screen = SECTION_SCREENS[section.slug];
  return (
    <div ref={body} className={classes.body}>
      <SaveSlot state={saver.state} savedAt={section.stored.updatedAt} />
      {saver.restoredAt && (
        <p className={classes.restored} role="status">
          Recuperamos lo que estabas escribiendo el {formatInstant(saver.restoredAt)}.
        </p>
      )}
      {conflict ? (
        <ConflictPanel
          section={section}
          base={conflict.from}
          mine={form.values}
          stored={conflict.stored}
          onKeep={values => {
            form.setValues(values);
            void saver.overwrite(values, conflict.stored.version);
          }}
          onUseStored={values => {
            form.setValues(values);
            saver.adopt(values, conflict.stored.version);
            void cache.refresh();
          }}
        />
      ) : (
        <Fields form={form} draftKey={sectionKey(project.id, section.slug)}>
          <ScopeProvider value={scope}>
            <Screen />
          </ScopeProvider>
        </Fields>
      )}
    </div>
  );
}
