import { useEffect, useState } from 'react';
import { isSectionSlug, type SectionSlug } from '../../../../domain/sections/index.ts';
import { unsavedWork } from '../../../../web/drafts.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import classes from '../ficha.module.css';
import { listSections } from '../section-list.tsx';

/** Work left unsent in other sections, e.g. by a closed tab: opening the section sends it. */
export function UnsavedNotice({ current }: { current: SectionSlug }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const [slugs, setSlugs] = useState<readonly SectionSlug[]>([]);
  useEffect(() => {
    let alive = true;
    void unsavedWork().then(work => {
      const found = work
        .filter(({ key }) => key[0] === 'project' && key[1] === project.id)
        .map(({ key }) => key[2] ?? '')
        .filter(isSectionSlug);
      if (alive) setSlugs([...new Set(found)].filter(slug => slug !== current));
    });
    return () => {
      alive = false;
    };
  }, [project.id, current]);
  const sections = listSections(project).filter(s => slugs.includes(s.slug));
  if (sections.length === 0) return null;
  return (
    <p className={classes.restored} role="status">
      Tienes cambios de una visita anterior que todavía no se envían:{' '}
      {sections.map((s, n) => (
        <span key={s.slug}>
          {n > 0 && ', '}
          <TextLink href={hrefOf({ section: s.slug })}>{s.label}</TextLink>
        </span>
      ))}
      .
    </p>
  );
}
