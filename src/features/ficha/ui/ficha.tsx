import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { isDraft, isReturned } from '../../../domain/kinds/statuses.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { PageSpinner } from '../../../web/layout/page-states.tsx';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import classes from './ficha.module.css';
import { listSections, type ShownSection } from './section-list.tsx';
import { SectionNav } from './section-nav.tsx';
import { SectionReader } from './section-reader.tsx';

const AfterSending = lazyPart(() => import('./notices/after-sending.tsx'), 'AfterSending');
const UnsavedNotice = lazyPart(() => import('./editor/unsaved-notice.tsx'), 'UnsavedNotice');
// Who writes has the form itself.
const Overview = lazyPart(() => import('./overview/overview.tsx'), 'Overview');
const SectionEditor = lazyPart(() => import('./editor/section-editor.tsx'), 'SectionEditor');

interface SectionPlace {
  section: SectionSlug;
  /** Its title. */
  label: string;
}

/** What other parts of the house show within a section. */
export interface FichaSlots {
  /** Beside its title: what can be done about it. */
  readonly Tool: ComponentType<SectionPlace>;
  /** Above its fields: what is said of it. */
  readonly Remarks: ComponentType<SectionPlace>;
  /** Around one that can only be read: what else can be done about it. */
  readonly Frozen: ComponentType<{ section: ShownSection; children: ReactNode }>;
}

/** The form: one section at a time for who writes, all of them in a row for who reads. */
export function Ficha(slots: FichaSlots) {
  const { project } = useProject();
  const { place, hrefOf, go } = usePlace(project);
  const sections = listSections(project);
  const writes = sections.some(s => s.stored.mayEdit);
  const current = sections.find(s => s.slug === place.section) ?? sections[0];
  if (!current) return null;
  return (
    <div className={classes.ficha}>
      <SectionNav
        sections={sections}
        current={writes ? current.slug : place.section}
        hrefOf={section => hrefOf({ section })}
        onGo={section => go({ section }, { resetScroll: false })}
        withProgress={writes}
      />
      <div className={classes.main}>
        <Suspense fallback={<PageSpinner />}>
          {!isDraft(project.status) && <AfterSending />}
          {writes ? (
            <>
              <p className="print-only">
                Esta hoja trae solo la sección «{current.label}». El proyecto completo: «Descargar PDF».
              </p>
              <UnsavedNotice current={current.slug} />
              <OpenSection key={current.slug} section={current} target={place.field} {...slots} />
              <Neighbours sections={sections} current={current} onGo={section => go({ section })} />
            </>
          ) : (
            <>
              <Overview sections={sections} />
              {sections.map(s => (
                <OpenSection
                  key={s.slug}
                  section={s}
                  target={s.slug === place.section ? (place.field ?? '') : null}
                  {...slots}
                />
              ))}
            </>
          )}
        </Suspense>
      </div>
    </div>
  );
}

interface OpenProps extends FichaSlots {
  section: ShownSection;
  target: string | null;
}

function OpenSection({ section, target, Tool, Remarks, Frozen }: OpenProps) {
  const { project } = useProject();
  const { label, help, stored } = section;
  const writes = project.sections.some(s => s.mayEdit);
  // Who corrects the others learns why this one stays closed.
  const words = stored.mayEdit ? help : writes && isReturned(project.status) && stored.reason;
  return (
    <section className={classes.section} aria-labelledby={`section-${section.slug}`}>
      <div className={classes.head}>
        <h2 id={`section-${section.slug}`} className={classes.title}>
          {label}
        </h2>
        <Tool section={section.slug} label={label} />
      </div>
      {words && <p className={classes.help}>{words}</p>}
      <Remarks section={section.slug} label={label} />
      {stored.mayEdit ? (
        <SectionEditor section={section} target={target} />
      ) : (
        <Frozen section={section}>
          <SectionReader section={section} target={target} hasOverview={!writes} />
        </Frozen>
      )}
    </section>
  );
}

interface NeighboursProps {
  sections: readonly ShownSection[];
  current: ShownSection;
  onGo: (section: SectionSlug) => void;
}

/** On to the next section without going back to the list. */
function Neighbours({ sections, current, onGo }: NeighboursProps) {
  const at = sections.indexOf(current);
  const before = sections[at - 1];
  const after = sections[at + 1];
  return (
    <div className={`${classes.neighbours} no-print`}>
      {before && (
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => onGo(before.slug)}
        >
          {before.label}
        </Button>
      )}
      {after && (
        <Button
          variant="subtle"
          ml="auto"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={() => onGo(after.slug)}
        >
          {after.label}
        </Button>
      )}
    </div>
  );
}
